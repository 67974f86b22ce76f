package main

import (
	"fmt"

	"coverstat/cmd/internal/pipeline"

	"github.com/spf13/cobra"
)

func newCheck() *cobra.Command {
	var flags configFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "check CONFIG",
		Short: "validate a config and print what would be run",
		Long: `check reads a config as run does and prints the puzzle's items and options, its
symmetry group, the kernel with the reasons for it, and the tasks.`,
		Example: "  coverstat check chessboard",
		Args:    exactly(1, "a config file or the name of a shipped run"),
		RunE: func(c *cobra.Command, args []string) error {
			study, err := flags.open(args[0], false)
			if err != nil {
				return err
			}
			if asJSON {
				return pipeline.PrintJSON(c.OutOrStdout(), study.Describe())
			}
			for _, f := range study.Facts() {
				if _, err := fmt.Fprintln(c.OutOrStdout(), f.Text); err != nil {
					return err
				}
			}
			return nil
		},
	}
	flags.add(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}
