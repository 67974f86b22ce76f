package main

import (
	"fmt"

	"coverstat/cmd/internal/pipeline"

	"github.com/spf13/cobra"
)

func newMerge() *cobra.Command {
	var o pipeline.RunOptions
	c := &cobra.Command{
		Use:   "merge OUT DIR...",
		Short: "join the runs of shards into one dataset",
		Long: `merge joins datasets made with run --shard into the one that a single run would
have made, byte for byte. Shards may come in any order, overlap, or come twice.
Shards that are missing are named (exit 3), and nothing is written then. A merge
that was interrupted goes on when it is repeated.`,
		Example: "  coverstat merge runs/whole runs/shard-0 runs/shard-1",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageError{fmt.Errorf("got %d arguments: expected an output folder and the folders of shards", len(args))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			o.Out, o.Notice = args[0], notice(c)
			findings, err := pipeline.Merge(c.Context(), args[1:], o)
			if err != nil {
				return err
			}
			return pipeline.PrintFindings(c.OutOrStdout(), findings)
		},
	}
	c.Flags().BoolVar(&o.Fresh, "fresh", false, "discard what OUT holds and begin anew")
	return c
}
