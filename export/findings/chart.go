package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/stats"
)

// drawnKinds is the number of kinds that a chart of its own shows: each has its number below its bar.
const drawnKinds = 12

// Chart draws the distribution of a measure. Below the bars of kinds stand pictures of them, if painter is not nil.
func Chart(d *export.Dataset, doc *stats.Document, m stats.Measure, painter *picture.Painter) (*picture.Picture, error) {
	f := New(d, doc)
	f.painter = painter
	b := valuesOf(f.series(m)...)
	if len(b.List) == 0 {
		if !m.Raw.N.IsZero() {
			return nil, enumerate.Errorf("measure %s has %s values: too many for bars", m.Name, manyValues)
		}
		return nil, enumerate.Errorf("measure %s has no values", m.Name)
	}
	if m.Scale == enumerate.Nominal {
		b.mostFrequent(drawnKinds)
	} else {
		b.group()
	}
	name := plainName(m.Name)
	if unit := f.column(m.Name).Unit; unit != "" && unit != name && m.Scale != enumerate.YesNo {
		name += " (" + unit + ")"
	}
	c := b.chart(name)
	for k := range c.Bars {
		c.Keys = append(c.Keys, b.key(k))
	}
	var remarks []string
	if last := len(b.Series) - 1; last > 0 && c.Notes != nil {
		remarks = append(remarks, "numbers: the "+b.key(last))
	}
	if n := b.Series[0].counts.Nulls; !n.IsZero() {
		remarks = append(remarks, n.Grouped()+" without a value")
	}
	c.Remark = strings.Join(remarks, "; ")
	for i := range c.Ticks {
		if m.Scale == enumerate.YesNo {
			c.Ticks[i].Label = map[string]string{"0": "no", "1": "yes"}[c.Ticks[i].Label]
		}
	}
	p := c.Picture()
	if m.Scale != enumerate.Nominal || painter == nil {
		return p, nil
	}
	kinds, err := f.kinds(m.Name, b)
	if err == nil && kinds != nil {
		p.Append(kinds)
	}
	return p, err
}

// key names a series and says how much it counts.
func (b *bars) key(k int) string {
	x := b.Series[k]
	if x.corrected {
		return x.name
	}
	if things, all := strings.CutPrefix(x.name, "all "); all && x.counts.Nulls.IsZero() {
		return "all " + x.counts.N.Grouped() + " " + things
	}
	return x.counts.N.Grouped() + " " + strings.TrimPrefix(x.name, "all ")
}

// mostFrequent keeps the bars with the greatest counts, and says so.
func (b *bars) mostFrequent(n int) {
	if len(b.List) <= n {
		return
	}
	b.Ranges = fmt.Sprintf("the %d most frequent of %d kinds", n, len(b.List))
	slices.SortStableFunc(b.List, func(x, y bar) int { return y.Counts[0].Cmp(x.Counts[0]) })
	b.List = b.List[:n]
	slices.SortFunc(b.List, func(x, y bar) int { return cmp.Compare(x.Low, y.Low) })
}

// kinds draws a row of each of the bars, with the pieces that the measure is about; nil if no row is there.
func (f *Findings) kinds(name string, b *bars) (*picture.Picture, error) {
	shown, _ := f.set.Shown()
	f.gallery = &gallery{set: shown, painter: f.painter, values: map[string][]*pick{}}
	at := f.gallery.use(name, enumerate.Integers...)
	for _, x := range b.List {
		f.gallery.values[name] = append(f.gallery.values[name], f.gallery.first(at, x.Low, ""))
	}
	if err := f.gallery.scan(); err != nil {
		return nil, err
	}
	figures, err := f.alone(name).examples(name)
	if err != nil {
		return nil, err
	}
	if figures == nil {
		return nil, nil
	}
	var boards []*picture.Board
	for _, x := range figures {
		x.Board.Caption = "kind " + x.Bold
		boards = append(boards, x.Board)
	}
	width, _ := boards[0].Size()
	return picture.Draw(boards, picture.Layout{Cell: max(4, int(100/width)), Columns: 5}) // as wide as the chart
}
