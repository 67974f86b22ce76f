package main

import (
	"math"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"

	"github.com/spf13/cobra"
)

func newMerge() *cobra.Command {
	var o produce.RunOptions
	return withFlags(&cobra.Command{
		Use:   "merge OUT DIR...",
		Short: "merge the datasets of shards into one",
		Long: `merge merges datasets made by run --shard into one. Its files, but for
manifest.json, are byte for byte those of a single run. Shards may come in any
order, overlap, or come twice. If shards are missing, merge names them, writes
nothing and exits with 3. Repeat an interrupted merge to go on with it. If OUT is
complete, merge checks the digests of its files.`,
		Example:           "  coverstat merge runs/whole runs/shard-0 runs/shard-1",
		Args:              between(2, math.MaxInt, "an output folder and the folders of shards"),
		ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			progress.Doing(c.Context(), "checking the shards")
			o.Out = args[0]
			outcome, err := produce.Merge(c.Context(), folders(args[1:]), o)
			progress.Doing(c.Context(), "")
			if err != nil {
				return err
			}
			return show.PrintFindings(forPeople(c), outcome)
		},
	}, []flag{{"fresh", &o.Fresh, "discard the dataset in OUT and begin anew"}})
}
