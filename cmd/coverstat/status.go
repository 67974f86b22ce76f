package main

import (
	"fmt"
	"strings"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

func newStatus() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "status DIR",
		Short:   "print how much of a run is done; the run may be going on",
		Example: "  coverstat status runs/onesided-9x10",
		Args:    exactly(1, aDataset),
		RunE: func(c *cobra.Command, args []string) error {
			s, err := inspect.ReadStatus(study.Folder(args[0]))
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), s)
			}
			how := "stopped: run it again to go on"
			switch {
			case s.Complete:
				how = strings.TrimSuffix("complete: "+s.Part, ": ")
			case s.Writing:
				how = "writing its files"
			case s.Running:
				how = "running"
			case s.Failure != "":
				how = "failed: " + s.Failure
			case s.Extent != "":
				how = "complete as far as asked: " + s.Extent + "; run it without --limit to go on"
			}
			if s.Left != "" {
				how = s.Left + ", " + how
			}
			if s.RowsPerSecond > 0 {
				how = enumerate.Rough(s.RowsPerSecond) + " rows/s, " + how
			}
			if s.Rows > 0 {
				how = enumerate.Plural(s.Rows, "row") + ", " + how
			}
			_, err = fmt.Fprintf(forPeople(c), "%s: %s done, %s of %s, %s\n", s.Name, enumerate.Percent(s.Share), enumerate.Grouped(s.Tasks), enumerate.Plural(s.Of, "task"), how)
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}
