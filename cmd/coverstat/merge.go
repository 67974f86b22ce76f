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
		Short: "merge the datasets of shards into one",
		Long: `merge merges datasets made by run --shard into one. Its files are byte for byte
those that a single run would have made. Shards may come in any order, overlap, or
come twice. If shards are missing, merge names them, writes nothing and exits with
3. Repeat an interrupted merge to go on with it.`,
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
	c.Flags().BoolVar(&o.Fresh, "fresh", false, "discard the dataset in OUT and begin anew")
	return c
}
