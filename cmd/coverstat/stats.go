package main

import (
	"coverstat/cmd/internal/pipeline"

	"github.com/spf13/cobra"
)

func newStats() *cobra.Command {
	return &cobra.Command{
		Use:     "stats DIR",
		Short:   "statistics recomputed from the rows alone, as JSON",
		Example: "  coverstat stats runs/chessboard",
		Args:    exactly(1, "a dataset's folder"),
		RunE: func(c *cobra.Command, args []string) error {
			d, err := pipeline.Statistics(args[0])
			if err != nil {
				return err
			}
			data, err := d.Encode()
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(data)
			return err
		},
	}
}
