package pipeline

import (
	"bytes"
	"path/filepath"

	"coverstat/configs"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/picture"
	"coverstat/export/report"
)

// ReportName is the report's file in a dataset. The manifest does not list
// it: the dataset is complete without, and its digests stay what they are.
const ReportName = "report.html"

// Report writes a page about a dataset and returns its name.
func Report(dir, out string, style picture.Style) (string, error) {
	d, err := OpenDataset(dir)
	if err != nil {
		return "", err
	}
	if len(d.Manifest.Parts) == 0 {
		return "", incomplete(d)
	}
	doc, err := readStats(files.OS(), dir)
	if err != nil {
		return "", err
	}
	page, err := report.New(d, doc, report.Options{Config: knownAs(d.Manifest), Style: style})
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := page.Write(&b); err != nil {
		return "", err
	}
	if out == "" {
		out = filepath.Join(dir, ReportName)
	}
	return out, files.WriteAtomic(files.OS(), out, b.Bytes())
}

// knownAs returns the name of the shipped run that gives the same dataset, ""
// if none does.
func knownAs(m *export.Manifest) string {
	plan, err := configs.Load(m.Name, nil)
	if err != nil {
		return ""
	}
	study, err := openPlan(plan, false)
	if err != nil || study.digest() != m.ConfigDigest {
		return ""
	}
	return m.Name
}
