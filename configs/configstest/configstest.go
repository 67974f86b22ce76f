// Package configstest opens shipped runs for tests of packages that the jobs are made of.
package configstest

import (
	"testing"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
)

// Open makes the job of a shipped run, with changes of the form key.path=value.
func Open(t testing.TB, name string, set ...string) *enumerate.Job {
	t.Helper()
	plan, err := configs.Load(name, set)
	if err != nil {
		t.Fatal(err)
	}
	family, err := puzzles.Find(plan.Family)
	if err != nil {
		t.Fatal(err)
	}
	job, err := family.Open(plan.Spec())
	if err != nil {
		t.Fatal(err)
	}
	return job
}
