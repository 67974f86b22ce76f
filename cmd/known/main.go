// Command known reproduces the published counts and statistics of
// configs/known.tsv. It prints the reproduced figures beside the published ones and
// exits with 1 if one differs. Rows that need more time than the budget are listed
// as left out.
//
//	go run ./cmd/known [-budget 60] [-only REGEXP]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"time"

	"coverstat/configs"
)

func main() {
	budget := flag.Float64("budget", 60, "leave out rows that need more than this many CPU seconds")
	only := flag.String("only", "", "reproduce only rows whose id matches this regular expression")
	flag.Parse()
	pattern, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "known:", err)
		os.Exit(2)
	}
	dir, err := os.MkdirTemp("", "coverstat-known-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "known:", err)
		os.Exit(1)
	}
	wrong := run(&session{ctx: context.Background(), dir: dir, budget: *budget}, pattern)
	os.RemoveAll(dir) // a temporary folder: the system clears what is left
	if wrong > 0 {
		fmt.Fprintf(os.Stderr, "known: %d figures differ from what is published\n", wrong)
		os.Exit(1)
	}
}

// run prints the table and returns the number of rows that differ or failed.
func run(s *session, only *regexp.Regexp) (wrong int) {
	reproduced, left := 0, 0
	fmt.Printf("%-20s %14s %14s %14s %14s  %s\n", "id", "raw", "published", "distinct", "published", "")
	for _, c := range configs.KnownCounts() {
		if !only.MatchString(c.ID) {
			continue
		}
		began := time.Now()
		got, err := s.reproduce(c.ID)
		verdict := fmt.Sprintf("%.1f s", time.Since(began).Seconds())
		switch {
		case errors.As(err, new(*tooLongError)):
			left++
			verdict = "left out: " + err.Error()
		case err != nil:
			wrong++
			verdict = "FAILED: " + err.Error()
		case c.Raw != "" && c.Raw != got.raw || c.Distinct != "" && c.Distinct != got.distinct:
			wrong++
			verdict = "DIFFERS"
		default:
			reproduced++
		}
		fmt.Printf("%-20s %14s %14s %14s %14s  %s\n", c.ID, got.raw, c.Raw, got.distinct, c.Distinct, verdict)
	}
	fmt.Printf("%d reproduced, %d different, %d left out\n", reproduced, wrong, left)
	return wrong
}
