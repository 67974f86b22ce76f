package configs

import (
	"reflect"
	"testing"
)

// TestAnalysis: measures of two pieces need no quotes, a config without an
// analysis keeps its digest, and the manifest gives back what was asked for.
func TestAnalysis(t *testing.T) {
	const plain = "family: toy\njob: census\npuzzle:\n"
	p, err := load("x.yaml", ".", []byte(plain+`
crosstabs: [[crossroads, adjacent(F5,P5)], [adjacent(F5, P5), on_edge(I5)]]
breakdowns:
  - {by: [crossroads, adjacent(F5,P5)], of: [on_edge(I5)]}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []*Plan{p, again(t, p)} {
		if want := [][2]string{{"crossroads", "adjacent(F5,P5)"}, {"adjacent(F5,P5)", "on_edge(I5)"}}; !reflect.DeepEqual(q.Crosstabs, want) {
			t.Errorf("crosstabs %q", q.Crosstabs)
		}
		if want := []Breakdown{{By: []string{"crossroads", "adjacent(F5,P5)"}, Of: []string{"on_edge(I5)"}}}; !reflect.DeepEqual(q.Breakdowns, want) {
			t.Errorf("breakdowns %+v", q.Breakdowns)
		}
		if q.Digest() != p.Digest() {
			t.Error("the manifest's config has another digest")
		}
	}
	bare, err := load("x.yaml", ".", []byte(plain), nil)
	if err != nil {
		t.Fatal(err)
	}
	empty, err := load("x.yaml", ".", []byte(plain+"crosstabs: []\nbreakdowns:\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if bare.Digest() != empty.Digest() || bare.Digest() == p.Digest() {
		t.Error("the digest should depend on what is asked for, and on that alone")
	}
}

// TestMeasuresByFlag: crosstabs of the file give way to measures of a flag.
func TestMeasuresByFlag(t *testing.T) {
	const file = "family: toy\njob: census\npuzzle:\nmeasures: [a, b]\ncrosstabs: [[a, b], [a, c]]\n"
	for _, c := range []struct {
		set  []string
		want int
	}{
		{nil, 2},
		{[]string{"measures=[a, b]"}, 1},
		{[]string{"measures.1=b"}, 1},
		{[]string{"measures=[a, b]", "crosstabs=[[a, b], [a, c]]"}, 2},
	} {
		p, err := load("x.yaml", ".", []byte(file), c.set)
		if err != nil {
			t.Fatal(err)
		}
		p.DropUnknown(func(name string) bool { return name != "c" })
		if len(p.Crosstabs) != c.want {
			t.Errorf("%v: %d crosstabs left, expected %d", c.set, len(p.Crosstabs), c.want)
		}
	}
}
