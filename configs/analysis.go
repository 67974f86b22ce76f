package configs

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// breakdownSection is an entry of the list "breakdowns".
type breakdownSection struct {
	By []string `yaml:"by"`
	Of []string `yaml:"of"`
}

// rejoinAll repairs the lists of measures in a config before they are decoded.
func rejoinAll(root *node) {
	rejoin(root.get("measures"))
	for _, key := range []string{"crosstabs", "breakdowns"} {
		list := root.get(key)
		if list == nil {
			continue
		}
		for _, entry := range list.list {
			rejoin(entry)
			rejoin(entry.get("by"))
			rejoin(entry.get("of"))
		}
	}
}

// setAnalysis checks what can be checked without knowing the columns.
func (p *Plan) setAnalysis(crosstabs [][2]string, breakdowns []breakdownSection) error {
	p.Crosstabs = crosstabs
	for i, b := range breakdowns {
		at := fmt.Sprintf("breakdowns.%d", i)
		if n := len(b.By); n < 1 || n > enumerate.MaxBy {
			return p.Fault(at+".by", fmt.Sprintf("1 to %d measures or columns", enumerate.MaxBy), "%s.by: got %d", at, n)
		}
		if len(b.Of) == 0 {
			return p.Fault(at+".of", "the measures or columns whose means are wanted", "%s.of: got none", at)
		}
		p.Breakdowns = append(p.Breakdowns, enumerate.Breakdown{By: b.By, Of: b.Of})
	}
	return nil
}

// canonicalAnalysis adds the analysis to the canonical config. Where none was
// asked for nothing is added, so that digests stay what they were.
func (p *Plan) canonicalAnalysis(m map[string]any) {
	if len(p.Crosstabs) > 0 {
		m["crosstabs"] = p.Crosstabs
	}
	if len(p.Breakdowns) > 0 {
		var list []map[string]any
		for _, b := range p.Breakdowns {
			list = append(list, map[string]any{"by": b.By, "of": b.Of})
		}
		m["breakdowns"] = list
	}
}

// DropUnknown lets crosstabs and breakdowns of the file go that name what is
// not known any more because a flag changed the measures: who asks for other
// measures did not ask for those.
func (p *Plan) DropUnknown(known func(name string) bool) {
	if !p.flagged("measures") {
		return
	}
	if !p.flagged("crosstabs") {
		p.Crosstabs = slices.DeleteFunc(p.Crosstabs, func(c [2]string) bool { return !known(c[0]) || !known(c[1]) })
	}
	if p.flagged("breakdowns") {
		return
	}
	unknown := func(name string) bool { return !known(name) }
	p.Breakdowns = slices.DeleteFunc(p.Breakdowns, func(b enumerate.Breakdown) bool {
		return slices.ContainsFunc(b.By, unknown) || slices.ContainsFunc(b.Of, unknown)
	})
}

// flagged reports whether a flag set a key or something below it.
func (p *Plan) flagged(key string) bool {
	n, found := p.root.get(key), false
	if n != nil {
		n.walk(func(n *node) { found = found || n.at.flag })
	}
	return found
}
