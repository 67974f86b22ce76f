// Command bench measures the search kernels. It lists the solutions of shipped
// puzzles with every kernel that can search them, several times, with one worker.
// It prints a table of nodes, CPU time per node, solutions per second, milliseconds,
// and the speed relative to dancing links. With -o it writes each measurement in
// the format that benchstat reads.
//
// With -races it also races `coverstat count` against counting programs in the
// folder, and prints the CPU time of whole processes.
//
//	go run ./cmd/bench [-count 5] [-only REGEXP] [-o bench.txt] [-races DIR]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

// instances are shipped runs whose solutions dancing links lists within a minute.
var instances = []string{"chessboard", "pent-6x10", "scott", "tetro2-5x8", "onesided-3x30",
	"dominoes-8x8", "baibian-shang",
	"soma", "solid-2x5x6", "solid-2x3x10", "tetracubes-2x4x4", "hexiamonds-6x6", "polyhexes-34", "tetrahexes-4x7",
	"queens-12", "latin-5"}

var kernels = []string{"dlx", "bits", "scan", "board"}

func main() {
	count := flag.Int("count", 5, "number of measurements of each kernel; the table has their median")
	only := flag.String("only", "", "measure only instances that match this regular expression")
	out := flag.String("o", "", "write each measurement to this file, for benchstat")
	races := flag.String("races", "", "race `coverstat count` against the programs in this folder: "+
		strings.Join(rivals, ", "))
	flag.Parse()
	if err := run(*count, *only, *out, *races); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(count int, only, out, rivalsDir string) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	lines := io.Discard
	if out != "" {
		f, err := os.Create(out)
		if err != nil {
			return err
		}
		defer f.Close()
		lines = f
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "instance\tkernel\tsolutions\tnodes\tns/node\tsolutions/s\tms\tdlx = 1\t")
	for _, name := range instances {
		if pattern.MatchString(name) {
			if err := compare(w, lines, name, count); err != nil {
				return err
			}
		}
	}
	if err := w.Flush(); err != nil || rivalsDir == "" {
		return err
	}
	if err := races(w, rivalsDir, count, pattern.MatchString); err != nil {
		return err
	}
	return w.Flush()
}

// result is what was measured of a kernel on an instance.
type result struct {
	count forecast.SolutionCount
	cpu   []time.Duration
}

// median is the lower median.
func (r *result) median() time.Duration {
	slices.Sort(r.cpu)
	return r.cpu[(len(r.cpu)-1)/2]
}

// compare measures all kernels on an instance. It measures them in turn, so that a
// change of the machine's speed affects all of them.
func compare(w, lines io.Writer, name string, count int) error {
	results := map[string]*result{}
	for range count {
		for _, kernel := range kernels {
			n, cpu, err := list(name, kernel)
			var input *enumerate.InputError
			if errors.As(err, &input) {
				continue // the kernel cannot search this puzzle
			}
			if err != nil {
				return err
			}
			if results[kernel] == nil {
				results[kernel] = &result{count: n}
			}
			r := results[kernel]
			r.cpu = append(r.cpu, cpu)
			fmt.Fprintf(lines, "BenchmarkList/instance=%s/kernel=%s 1 %d ns/op %d nodes/op\n", name, kernel,
				cpu.Nanoseconds(), n.Nodes)
		}
	}
	base := results["dlx"].median()
	for _, kernel := range kernels {
		r := results[kernel]
		if r == nil {
			continue
		}
		m := r.median()
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%.1f\t%.3g\t%.1f\t%.3g\t\n", name, kernel, r.count.Raw, r.count.Nodes,
			float64(m.Nanoseconds())/float64(r.count.Nodes), r.count.Raw.Float()/m.Seconds(),
			float64(m.Microseconds())/1000, base.Seconds()/m.Seconds())
	}
	return nil
}

// list counts the solutions by listing them. It returns the CPU time of the listing
// and of its preparation.
func list(name, kernel string) (forecast.SolutionCount, time.Duration, error) {
	before := forecast.ProcessorSeconds()
	s, err := study.Open(name, []string{"kernel=" + kernel}, true)
	if err != nil {
		return forecast.SolutionCount{}, 0, err
	}
	n, err := forecast.Count(context.Background(), s, 1, true)
	return n, time.Duration((forecast.ProcessorSeconds() - before) * float64(time.Second)), err
}
