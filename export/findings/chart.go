package findings

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/chart"
	"coverstat/export/picture"
	"coverstat/stats"
)

// A series is one of the distributions of a measure that a chart sets beside each other.
type series struct {
	name   string
	counts stats.Distribution

	shares    stats.ShareEstimates // estimated
	corrected bool                 // the shares stand for the counts
}

// share is that of the values from low to high; 0 if the counts were not published by value.
func (x *series) share(low, high int64) float64 {
	share, count := 0.0, 0.0
	for _, e := range x.shares {
		if low <= e.Value && e.Value <= high {
			share += e.Share.Estimate
		}
	}
	if x.corrected {
		return share
	}
	for _, b := range x.counts.Histogram {
		if low <= b.Value && b.Value <= high {
			count += b.Count.Float()
		}
	}
	return count / max(x.counts.N.Float(), 1)
}

// bar is one value of several distributions, or a range of values.
type bar struct {
	Low, High int64
	Counts    []stats.Number // of each series
}

// label names the values of a bar.
func (b bar) label() string {
	if b.Low == b.High {
		return enumerate.Grouped(b.Low)
	}
	return enumerate.Grouped(b.Low) + "–" + enumerate.Grouped(b.High)
}

// bars are the distributions of a measure as a chart shows them.
type bars struct {
	Series []series
	List   []bar
	All    bool   // there are bars of all series, even if no difference shows
	Ranges string // how values were put together, "" if they were not
}

// Bars of single values can be told apart on a phone up to maxBars. Values that are put
// together have about maxRanges.
const (
	maxBars   = 40
	maxRanges = 24
)

// barsOf makes bars of values, or of ranges of values if they are many.
func barsOf(list ...series) *bars {
	b := valuesOf(list...)
	b.group()
	return b
}

// valuesOf makes a bar of each value.
func valuesOf(list ...series) *bars {
	b := &bars{Series: list}
	at := map[int64]int{}
	for k, s := range list {
		for _, r := range s.counts.Histogram {
			i, ok := at[r.Value]
			if !ok {
				i = len(b.List)
				at[r.Value] = i
				b.List = append(b.List, bar{r.Value, r.Value, make([]stats.Number, len(list))})
			}
			b.List[i].Counts[k] = r.Count
		}
	}
	slices.SortFunc(b.List, func(x, y bar) int { return cmp.Compare(x.Low, y.Low) })
	return b
}

// group joins bars until few are left.
func (b *bars) group() {
	if len(b.List) == 0 {
		return
	}
	low, high, apart := b.List[0].Low, b.List[len(b.List)-1].High, b.apart()
	median := b.Series[0].counts.Median
	switch {
	case (high-low)/apart < maxBars:
		// Values between that could occur and did not are bars, too.
		b.join(func(v int64) (int64, int64) { return v, v + apart - 1 })
		for i := range b.List {
			b.List[i].High = b.List[i].Low
		}
	case len(b.List) <= maxRanges/2:
		// Few values lie far apart: each has a bar of its own.
	case low >= 0 && (median == nil || float64(high) > 12*(median.Float()+1)):
		// Ranges of equal length would put nearly everything into one bar: 0, 1, 2-3, 4-7, 8-15, ...
		b.join(func(v int64) (int64, int64) {
			from := int64(uint64(1) << bits.Len64(uint64(v)) >> 1)
			return from, max(from, 2*from-1)
		})
		b.Ranges = "in ranges that double"
	default:
		step := apart * int64(chart.NiceStep(float64((high-low)/apart/(maxRanges-4)+1)))
		b.join(func(v int64) (int64, int64) {
			from := v - (v%step+step)%step
			return from, from + step - 1
		})
		b.Ranges = "in ranges of " + enumerate.Grouped(step)
	}
}

// apart returns the greatest number of which all differences of values are multiples. In ranges as long as
// no multiple of it, some would hold more values than others.
func (b *bars) apart() int64 {
	var step int64
	for _, x := range b.List {
		for rest := x.Low - b.List[0].Low; rest != 0; {
			step, rest = rest, step%rest
		}
	}
	return max(step, 1)
}

// share returns the share of a series that a bar has.
func (b *bars) share(i, k int) float64 { return b.Series[k].share(b.List[i].Low, b.List[i].High) }

// tellApart is the least difference of shares that a reader of a chart sees.
const tellApart = 0.005

// same reports whether no bar shows a difference between the series.
func (b *bars) same() bool {
	for i := range b.List {
		for k := 1; k < len(b.Series); k++ {
			if b.All || math.Abs(b.share(i, k)-b.share(i, 0)) >= tellApart {
				return false
			}
		}
	}
	return true
}

// join adds up the bars that lie in one range. A range without bars between others becomes an empty bar.
func (b *bars) join(rangeOf func(v int64) (low, high int64)) {
	var out []bar
	for _, x := range b.List {
		low, high := rangeOf(x.Low)
		for n := len(out); n > 0 && out[n-1].High+1 < low; n = len(out) {
			from, to := rangeOf(out[n-1].High + 1)
			out = append(out, bar{from, to, make([]stats.Number, len(b.Series))})
		}
		if n := len(out); n == 0 || out[n-1].Low != low {
			out = append(out, bar{low, high, make([]stats.Number, len(b.Series))})
		}
		last := &out[len(out)-1]
		last.High = max(last.High, x.High)
		for k, n := range x.Counts {
			last.Counts[k] = last.Counts[k].Add(n)
		}
	}
	b.List = out
}

// chart shows the share of each value in all series; in the first alone if they are the same. Then each bar has
// the number of the last series, classes, above it if there is room, as the bar of a rare value is too low to be seen.
func (b *bars) chart(label string) *chart.Chart {
	c := &chart.Chart{Label: label}
	if b.Ranges != "" {
		c.Label = strings.TrimPrefix(label+", "+b.Ranges, ", ")
	}
	shown, last := len(b.Series), len(b.Series)-1
	if b.same() {
		shown = 1
		longest := 0
		for _, x := range b.List {
			c.Notes = append(c.Notes, x.Counts[last].Grouped())
			longest = max(longest, len(x.Counts[last].Grouped()))
		}
		if len(b.List)*longest*6 > chart.Width-50 {
			c.Notes = nil // they would overlap
		}
	}
	for k := range shown {
		shares := make([]float64, len(b.List))
		for i := range b.List {
			shares[i] = 100 * b.share(i, k)
		}
		c.Bars = append(c.Bars, shares)
	}
	// At most 12 ticks, and fewer where their labels are long.
	longest := len(strconv.FormatInt(b.List[len(b.List)-1].Low, 10))
	every := max((len(b.List)+11)/12, (len(b.List)*longest*7+chart.Width-61)/(chart.Width-60))
	for i, x := range b.List {
		if i%every == 0 {
			label := strconv.FormatInt(x.Low, 10)
			if a := b.Series[0].counts.AtLeast; a != nil && stats.Int(x.Low).Cmp(a.From) >= 0 {
				label += "+" // counting ended at a limit
			}
			c.Ticks = append(c.Ticks, chart.Tick{At: float64(i), Label: label})
		}
	}
	return c
}

// table lists the numbers that the bars stand for, with the intervals of shares where they are estimated.
func (b *bars) table(unit string) *Table {
	head := numbers(cmp.Or(unit, "value"))
	for _, x := range b.Series {
		head = append(head, numbers(x.name)...)
	}
	for i := range head {
		head[i].Head = true
	}
	t := &Table{Rows: [][]Cell{head}}
	for i, x := range b.List {
		row := numbers(x.label())
		for k, of := range b.Series {
			c := Cell{Text: x.Counts[k].Grouped(), Class: "n"}
			if of.corrected {
				c.Text = enumerate.Percent(b.share(i, k))
			}
			for _, e := range of.shares {
				if e.Value == x.Low && e.Value == x.High {
					c.Small = ends(e.Share, enumerate.Percent)
				}
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// drawnKinds is the number of kinds that a chart of its own shows: each has its number below its bar.
const drawnKinds = 12

// Chart draws the distribution of a measure. Below the bars of kinds stand pictures of them, if painter is not nil.
func Chart(d *export.Dataset, doc *stats.Document, m stats.Measure,
	painter *picture.Painter) (*picture.Picture, error) {
	f := New(d, doc)
	f.painter = painter
	if f.bySize(m.Name) {
		return f.sizeChart(m.Name)
	}
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
	figures, err := f.galleryOf(name).examples(name)
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
