package main

import (
	"fmt"

	"coverstat/cmd/internal/pipeline"

	"github.com/spf13/cobra"
)

func newCard() *cobra.Command {
	var o pipeline.CardOptions
	c := &cobra.Command{
		Use:   "card DIR",
		Short: "write a data card, README.md, beside the rows",
		Long: `card writes README.md into a dataset: what it is, how it was made and proved, what
the columns mean, counts, licence, how to cite and to rebuild it, under a head
that dataset hubs read. The dataset stays what it was.`,
		Example: "  coverstat card runs/chessboard --license cc0-1.0 --author 'A. Author'",
		Args:    exactly(1, "a dataset's folder"),
		RunE: func(c *cobra.Command, args []string) error {
			name, err := pipeline.Card(args[0], o)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), name)
			return err
		},
	}
	c.Flags().StringVar(&o.License, "license", "", "identifier of the licence, such as cc0-1.0 (default unknown)")
	c.Flags().StringVar(&o.Author, "author", "", "who is to be cited")
	return c
}
