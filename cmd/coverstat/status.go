package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

func newStatus() *cobra.Command {
	var asJSON bool
	return withFlags(&cobra.Command{
		Use:   "status [DIR]",
		Short: "print how much of a run is done; the run may be going on",
		Long: `status prints how much of a run is done; the run may be going on. Without a folder it
lists all runs in ` + study.RunsDir + `, with their rows and the space that they take on the disk.`,
		Example: "  coverstat status\n  coverstat status runs/onesided-9x10",
		Args:    between(0, 1, "at most one dataset"), ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRuns(c, asJSON)
			}
			s, err := inspect.ReadStatus(study.Folder(args[0]))
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(c, s)
			}
			text := fmt.Sprintf("%s done, %s of %s", enumerate.Percent(s.Share), enumerate.Grouped(s.Tasks),
				enumerate.Plural(s.Of, "task"))
			if s.Rows > 0 {
				text += ", " + enumerate.Plural(s.Rows, "row")
			}
			if s.RowsPerSecond > 0 {
				text += ", " + enumerate.Rough(s.RowsPerSecond) + " rows/s"
			}
			_, err = fmt.Fprintf(forPeople(c), "%s: %s, %s\n", s.Name, text, state(s))
			return err
		},
	}, []flag{{"json", &asJSON, "print one JSON object"}})
}

// state says whether a run goes on, for how long, and what to do if it does not.
func state(s *inspect.Status) string {
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
	return how
}

// A runEntry is a run in the list of all runs.
type runEntry struct {
	*inspect.Status
	Bytes int64 `json:"bytes"`
	// Fault says why the status is not known, such as that another version made the rows.
	Fault string `json:"fault,omitempty"`
}

// listRuns prints all runs of the folder for runs.
func listRuns(c *cobra.Command, asJSON bool) error {
	all := []runEntry{}
	for _, name := range study.Runs() {
		dir := filepath.Join(study.RunsDir, name)
		s, err := inspect.ReadStatus(dir)
		r := runEntry{Status: s, Bytes: bytesIn(dir)}
		if err != nil {
			r.Status, r.Fault = &inspect.Status{Dir: dir, Name: name}, err.Error()
		}
		all = append(all, r)
	}
	if asJSON {
		return printJSON(c, map[string]any{"runs": all})
	}
	if len(all) == 0 {
		return printLine(c, "no runs in "+study.RunsDir+": coverstat run makes one", nil)
	}
	return fillColumns(forPeople(c), allRuns, all)
}

// allRuns is the template of the list of runs.
const allRuns = `run	done	rows	size	state
{{range .}}{{base .Dir}}	{{if .Fault}}-{{else}}{{percent .Share}}{{end}}	{{grouped .Rows}}	{{bytes .Bytes}}	{{or .Fault (state .Status)}}
{{end}}`

// bytesIn is the size of all files in a folder, as far as they can be read.
func bytesIn(dir string) (bytes int64) {
	_ = fs.WalkDir(os.DirFS(dir), ".", func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil // what cannot be read, or has just been removed, does not count
	})
	return bytes
}
