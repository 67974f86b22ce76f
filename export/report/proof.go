package report

import (
	"bytes"
	"encoding/json"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"

	"github.com/goccy/go-yaml"
)

// proof is why the counts are to be believed.
type proof struct {
	Complete bool
	Sample   bool
	Rows     string
	Raw      string
	Tasks    string
	Nodes    string
	Orbits   []orbit  // of each size; nil where rows have no orbits
	Checks   []string // that the dataset has just passed; nil for digests only
	Files    []export.FileInfo
	Digest   string // of the config
}

// orbit is a line of the orbit sum.
type orbit struct {
	Size, Classes, Product string
}

func newProof(d *export.Dataset, doc *stats.Document, checks []string) proof {
	m := d.Manifest
	p := proof{
		Complete: m.Complete && m.Shard == nil && m.Limit == 0,
		Sample:   m.Job == enumerate.Sample,
		Checks:   checks,
		Rows:     commas(stats.Int(int64(m.Rows))),
		Raw:      commas(stats.Int(int64(m.Raw))),
		Tasks:    commas(stats.Int(int64(m.Tasks.Done))),
		Nodes:    commas(stats.Int(int64(m.Effort.Nodes))),
		Files:    d.Files(),
		Digest:   m.ConfigDigest,
	}
	var sizes stats.Histogram
	switch {
	case doc.Solutions != nil:
		sizes = doc.Solutions.ByOrbitSize
	case doc.Instances != nil:
		sizes = doc.Instances.ByOrbitSize
	}
	if m.Job == enumerate.Sample {
		return p
	}
	for _, b := range sizes {
		product := b.Count.Big()
		product.Mul(product, stats.Int(b.Value).Big())
		p.Orbits = append(p.Orbits, orbit{commas(stats.Int(b.Value)), commas(b.Count), commas(stats.BigInt(product))})
	}
	return p
}

// yamlOf writes a config as people write it.
func yamlOf(config json.RawMessage) (string, error) {
	if len(config) == 0 {
		return "", nil
	}
	data, err := yaml.JSONToYAML(config)
	return string(bytes.TrimSpace(data)), err
}

// commas writes a count with a comma at every third digit.
func commas(n stats.Number) string { return groups(n.String()) }

func groups(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}
