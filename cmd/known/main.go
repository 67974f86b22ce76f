// Command known reproduces the published counts and statistics of
// configs/known.tsv. It prints the reproduced figures beside the published ones and
// exits with 1 if one differs. Rows that take longer than asked are listed as left
// out.
//
//	go run ./cmd/known [-time second|minute|hour] [-only REGEXP]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	longest := flag.String("time", "minute", "leave out rows that take more than a second, a minute or an hour")
	only := flag.String("only", "", "reproduce only rows whose id matches this regular expression")
	flag.Parse()
	pattern, err := regexp.Compile(*only)
	if err == nil && !slices.Contains(times, *longest) {
		err = fmt.Errorf("-time %s: expected %s", *longest, strings.Join(times, ", "))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "known:", err)
		os.Exit(2)
	}
	dir, err := os.MkdirTemp("", "coverstat-known-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "known:", err)
		os.Exit(1)
	}
	wrong := run(&session{ctx: context.Background(), dir: dir}, *longest, pattern)
	os.RemoveAll(dir) // a temporary folder: the system clears what is left
	if wrong > 0 {
		fmt.Fprintf(os.Stderr, "known: %d figures differ from what is published\n", wrong)
		os.Exit(1)
	}
}

// times are what the rows take, in ascending order.
var times = []string{"second", "minute", "hour"}

// run prints the table and returns the number of rows that differ or failed.
func run(s *session, longest string, only *regexp.Regexp) (wrong int) {
	reproduced, ours, left := 0, 0, 0
	fmt.Printf("%-28s %14s %14s %10s %10s  %s\n", "id", "raw", "published", "distinct", "published", "")
	for _, c := range knownCounts() {
		if !only.MatchString(c.ID) {
			continue
		}
		var got figures
		var verdict string
		if slices.Index(times, c.Time) > slices.Index(times, longest) {
			left++
			verdict = "left out: takes up to " + map[string]string{"minute": "a minute", "hour": "an hour"}[c.Time]
		} else {
			began := time.Now()
			var err error
			got, err = s.reproduce(c)
			verdict = fmt.Sprintf("%.1f s", time.Since(began).Seconds())
			switch {
			case err != nil:
				wrong++
				verdict = "FAILED: " + err.Error()
			case c.Raw != "" && c.Raw != got.raw || c.Distinct != "" && c.Distinct != got.distinct:
				wrong++
				verdict = "DIFFERS: " + c.Source
			case strings.HasPrefix(c.Source, "ours"):
				ours++
			default:
				reproduced++
			}
		}
		fmt.Printf("%-28s %14s %14s %10s %10s  %s\n", c.ID, got.raw, c.Raw, got.distinct, c.Distinct, verdict)
	}
	fmt.Printf("%d published figures reproduced, %d of our own, %d different, %d left out\n", reproduced,
		ours, wrong, left)
	return wrong
}
