package report

import (
	"bytes"
	"encoding/json"
	"math/big"

	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/stats"

	"github.com/goccy/go-yaml"
)

// proof says why the counts can be trusted.
type proof struct {
	Claims []findings.Claim
	Orbits *table   // how many there are of each size; nil where rows have no orbits
	Checks []string // that the dataset has just passed; nil for digests only
	Not    string   // what was not checked; "" for nothing
	Files  []export.FileInfo
	Digest string // of the config
}

func newProof(d *export.Dataset, found *findings.Findings, o Settings) proof {
	m, doc := d.Manifest, found.Statistics
	p := proof{Claims: found.Proof, Checks: o.Checks, Not: o.NotChecked, Files: d.Files(), Digest: m.ConfigDigest}
	var sizes stats.Histogram
	switch {
	case doc.Solutions != nil:
		sizes = doc.Solutions.ByOrbitSize
	case doc.Instances != nil:
		sizes = doc.Instances.ByOrbitSize
	}
	if found.Partial != "" || !found.Symmetric || len(sizes) == 0 {
		return p
	}
	things, all := "rows", stats.Int(int64(m.Rows))
	if m.CountedBy != "" {
		things, all = "classes", doc.Solutions.Distinct
	}
	p.Orbits = &table{Rows: [][]cell{heads("orbit size", things, "together")}}
	for _, b := range sizes {
		together := b.Count.Big()
		together.Mul(together, big.NewInt(b.Value))
		p.Orbits.Rows = append(p.Orbits.Rows, numbers(count(b.Value), commas(b.Count), commas(stats.BigInt(together))))
	}
	p.Orbits.Rows = append(p.Orbits.Rows, heads("", commas(all), commas(m.Raw)))
	for _, row := range p.Orbits.Rows {
		row[0].Class = "n"
	}
	return p
}

// YAML writes the config of a manifest as YAML.
func YAML(config json.RawMessage) (string, error) {
	if len(config) == 0 {
		return "", nil
	}
	data, err := yaml.JSONToYAML(config)
	return string(bytes.TrimSpace(data)), err
}
