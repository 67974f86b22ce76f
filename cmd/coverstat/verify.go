package main

import (
	"fmt"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"

	"github.com/spf13/cobra"
)

func newVerify() *cobra.Command {
	var asJSON bool
	return withFlags(&cobra.Command{
		Use:   "verify DIR",
		Short: "check a dataset: file digests, every row, the number of solutions, statistics",
		Long: `verify checks

  - the digests of all files;
  - every row, by a checker that shares no code with the search;
  - that no row is there twice;
  - that some tasks, done again for a second, give the same rows in the same order;
  - that the orbit sizes of the rows add up to the number of solutions that the search
    counted;
  - that the statistics follow from the rows, and the manifest from the config and the rows.

A census without rows is counted again if that is expected to take at most 10 million nodes,
and all numbers are compared. In a larger one, numbers must follow from one another: those of
a measure from its histogram, the tables of pieces and cells from the uses of placements, and
all parts must make all solutions. The examples must be solutions.

If a run is not complete it checks the tasks done so far with their rows, and says how many
rows these are, also while the run goes on. If a
file that the run read is missing, it checks what needs no puzzle and says what it did not
check. It exits with 1 if something is wrong and with 3 if the dataset is sound but not
complete.`,
		Example: "  coverstat verify runs/chessboard",
		Args:    exactly(1, aDataset), ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			progress.Doing(c.Context(), "checking the dataset")
			v, err := inspect.Verify(c.Context(), study.Folder(args[0]))
			progress.Doing(c.Context(), "")
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(c, v)
			} else {
				err = fill(forPeople(c), aVerification, v)
			}
			switch {
			case err != nil:
				return err
			case !v.OK():
				return fmt.Errorf("%s is damaged or wrong", v.Dir)
			case v.Extent != "":
				return &study.IncompleteError{
					Text: fmt.Sprintf("%s is sound and complete as far as asked: %s; run it without --limit to go on",
						v.Dir, v.Extent)}
			case !v.Complete:
				return &study.IncompleteError{Text: v.Dir +
					" is sound as far as it goes: not complete: run it again to go on"}
			}
			return nil
		},
	}, []flag{{"json", &asJSON, "print one JSON object"}})
}

// aVerification is the template of what verify found.
const aVerification = `
{{- range .Checks}}
{{- if .OK}}ok   {{else}}WRONG{{end}} {{.Name}}
{{range .Found}}      {{.}}
{{end}}
{{- end}}
{{- with .NotChecked}}not checked: {{.}}
{{end}}
{{- if and .OK .Complete}}
{{- .Dir}}: {{plural .Rows "row"}}, complete
{{- if .NotChecked}}, and right as far as it was checked{{else}} and right{{end}}
{{- with .Part}}: {{.}}{{end}}
{{end}}`
