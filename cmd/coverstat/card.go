package main

import (
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"

	"github.com/spf13/cobra"
)

func newCard() *cobra.Command {
	var license, author string
	return withFlags(&cobra.Command{
		Use:   "card DIR",
		Short: "write a README.md that describes a dataset",
		Long: `card writes README.md into a dataset's folder. The file says what the dataset is,
how it was made and checked, what the columns mean, how many solutions there are,
the licence, and how to cite and to rebuild the dataset. It begins with metadata
that dataset hubs read. No other file of the dataset changes.`,
		Example: "  coverstat card runs/chessboard --license cc0-1.0 --author 'A. Author'",
		Args:    exactly(1, aDataset), ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			progress.Doing(c.Context(), "reading the dataset")
			name, err := show.Card(study.Folder(args[0]), license, author)
			return printLine(c, name, err)
		},
	}, []flag{
		{"license", &license, "identifier of the licence, such as cc0-1.0 (default unknown)"},
		{"author", &author, "name of the author to cite"},
	})
}
