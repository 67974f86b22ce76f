package show

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/export/picture"
	"coverstat/export/report"
)

// ReportOptions say where a report goes and what it shows.
type ReportOptions struct {
	Out string // file; "" is [ReportName] in the dataset's folder
	// Partial shows the finished tasks of a run that is not complete, in Out.
	Partial bool
	Quick   bool // compare digests and leave the rows unchecked
	Style   picture.Style
	// Against is the folder of a census to show a sample beside; "" for none.
	Against string
}

// Report checks a dataset as Verify does, writes a page about it, and returns
// the page's name.
func Report(ctx context.Context, dir string, o ReportOptions) (string, error) {
	d, err := study.OpenView(ctx, dir, study.ViewOptions{Partial: o.Partial, Statistics: true})
	if err != nil {
		return "", err
	}
	defer d.Close()
	out := o.Out
	if out == "" {
		out = filepath.Join(dir, study.ReportName)
	}
	if err := produce.MayReplace(out, study.ReportMark); err != nil {
		return "", err // before the rows are checked, which may take long
	}
	found, err := d.Findings()
	if err != nil {
		return "", err
	}
	options := findings.Settings{Compared: true, Config: shippedName(d.Manifest), Style: o.Style}
	if !o.Quick || len(d.Files()) == 0 {
		if options.Checks, options.NotChecked, err = passedChecks(ctx, dir); err != nil {
			return "", err
		}
	}
	var none *enumerate.NoPictureError
	if options.Drawer, err = d.Drawer(); err != nil && !errors.As(err, &none) {
		return "", err
	}
	if o.Against != "" {
		if options.Against, options.Census, err = inspect.Against(dir, o.Against); err != nil {
			return "", err
		}
	}
	// There is no page of a damaged dataset: every file is compared with its digest.
	switch wrong, err := d.Verify(); {
	case err != nil:
		return "", err
	case len(wrong) > 0:
		return "", fmt.Errorf("%s is damaged: %w", d.Dir(), wrong[0])
	}
	sections, err := found.Sections(options)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := report.Page(&b, found, sections); err != nil {
		return "", err
	}
	return out, produce.WriteFile(out, b.Bytes(), study.ReportMark)
}

// passedChecks verifies a dataset and returns the checks that it passed, and what was not checked.
func passedChecks(ctx context.Context, dir string) (names []string, not string, err error) {
	v, err := inspect.Verify(ctx, dir)
	if err != nil {
		return nil, "", fmt.Errorf("%w (--quick does not check the rows)", err)
	}
	for _, c := range v.Checks {
		if !c.OK {
			return nil, "", fmt.Errorf("%s is damaged or wrong: %s: %s", dir, c.Name, strings.Join(c.Found, "; "))
		}
		names = append(names, c.Name)
	}
	if not = v.NotChecked; v.Missing != "" {
		not = inspect.AgainstPuzzle + ", because its file " + v.Missing + " was not there"
	}
	return names, not, nil
}

// shippedName returns the name of the shipped run that gives the same dataset, ""
// if none does.
func shippedName(m *export.Manifest) string {
	plan, err := configs.Load(m.Name, nil)
	if err != nil {
		return ""
	}
	if _, err := study.OpenPlan(plan, false); err != nil || plan.Digest(m.Kernel) != m.ConfigDigest {
		return ""
	}
	return m.Name
}
