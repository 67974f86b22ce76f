package inspect

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// storedTotals checks the numbers of a dataset without rows, as its files have them.
func storedTotals(d *export.Dataset) (found []string, err error) {
	doc, err := study.ReadStats(files.OS(), d.Dir())
	if err != nil {
		return nil, err
	}
	if doc.Solutions == nil {
		return []string{"stats.json has no number of solutions"}, nil
	}
	if d.Manifest.Raw.Cmp(doc.Solutions.Raw) != 0 {
		found = append(found, fmt.Sprintf("stats.json has %s solutions, the manifest %s", doc.Solutions.Raw, d.Manifest.Raw))
	}
	var tables []enumerate.Table
	if hasTable(d, occupancyTable) {
		rows, err := d.Table(occupancyTable)
		if err != nil {
			return found, err
		}
		tables = append(tables, enumerate.Table{Name: occupancyTable, Rows: rows})
	}
	more, err := TotalsDisagree(doc, tables)
	return append(found, more...), err
}

const occupancyTable = "occupancy"

// TotalsDisagree says where statistics of all solutions, and their table of occupancy if there
// is one, contradict one another: the orbits of each size make all solutions, the values of
// each measure and the groups of each breakdown have all solutions together, and so do the
// pieces that cover a cell.
func TotalsDisagree(doc *stats.Document, tables []enumerate.Table) (found []string, err error) {
	raw, distinct := doc.Solutions.Raw, doc.Solutions.Distinct
	if orbits := doc.Solutions.ByOrbitSize; orbits != nil { // few groups are too large for them
		solutions := new(big.Int)
		for _, b := range orbits {
			solutions.Add(solutions, new(big.Int).Mul(big.NewInt(b.Value), b.Count.Big()))
		}
		if orbits.Total().Cmp(distinct) != 0 || solutions.Cmp(raw.Big()) != 0 {
			found = append(found, fmt.Sprintf("the orbits of each size make %s solutions up to symmetry and %v in all, expected %s and %s", orbits.Total(), solutions, distinct, raw))
		}
	}
	for _, m := range doc.Measures {
		for _, of := range []struct {
			what string
			got  stats.Distribution
			all  stats.Number
		}{{"solutions", m.Raw, raw}, {"solutions up to symmetry", m.Distinct, distinct}} {
			if of.got.N.Cmp(of.all) != 0 || of.got.Histogram != nil && of.got.Histogram.Total().Cmp(of.all) != 0 {
				found = append(found, fmt.Sprintf("%s has values of %s %s, expected %s", m.Name, of.got.N, of.what, of.all))
			}
		}
	}
	for _, b := range doc.Breakdowns {
		found = append(found, groupsDisagree(b, doc)...)
	}
	at := slices.IndexFunc(tables, func(t enumerate.Table) bool { return t.Name == occupancyTable })
	if at < 0 {
		return found, nil
	}
	covered, err := coveredCells(tables[at].Rows)
	for _, name := range covered.cells {
		if n := covered.times[name]; n.Cmp(raw.Big()) != 0 {
			found = append(found, fmt.Sprintf("the cell at %s is covered in %v solutions, expected %s", name, n, raw))
		}
	}
	return found, err
}

// groupsDisagree says where the groups of a breakdown do not have all solutions that have a
// combination of values, or a measure has no value in some solutions of a group.
func groupsDisagree(b *stats.GroupTable, doc *stats.Document) (found []string) {
	if b.Groups == nil {
		return nil // too many for the document
	}
	var raw, distinct stats.Number
	for _, g := range b.Groups {
		raw, distinct = raw.Add(g.RawN), distinct.Add(g.DistinctN)
		for i, p := range g.Parts {
			if doc.Measures.Find(b.Of[i]) != nil && (p.Raw.N.Cmp(g.RawN) != 0 || p.Distinct.N.Cmp(g.DistinctN) != 0) {
				found = append(found, fmt.Sprintf("%s has %s values where %s is %v, expected %s", b.Of[i], p.Raw.N, strings.Join(b.By, ", "), g.Values, g.RawN))
			}
		}
	}
	if raw.Cmp(b.RawN) != 0 || distinct.Cmp(b.DistinctN) != 0 {
		found = append(found, fmt.Sprintf("the groups by %s have %s solutions and %s up to symmetry, expected %s and %s", strings.Join(b.By, ", "), raw, distinct, b.RawN, b.DistinctN))
	}
	return found
}

func hasTable(d *export.Dataset, name string) bool {
	return slices.ContainsFunc(d.Manifest.Tables, func(t export.Table) bool { return t.Name == name })
}

// wrongExamples checks the solutions in the table of examples, and that those of a least or
// greatest value have it.
func wrongExamples(s *study.Study, d *export.Dataset) (found []string, err error) {
	rows, err := d.Table(enumerate.ExamplesTable)
	if err != nil {
		return nil, err
	}
	doc, err := study.ReadStats(files.OS(), d.Dir())
	if err != nil {
		return nil, err
	}
	checker, err := s.Job.NewChecker()
	if err != nil {
		return nil, err
	}
	columns := s.Job.Columns()
	why := enumerate.ColumnIndex(rows.Columns, enumerate.WhyColumn, enumerate.String)
	if why != len(columns) || export.SameTypes(rows.Columns[:why], columns) != nil {
		return []string{enumerate.ExamplesTable + ": has other columns than rows and why"}, nil
	}
	for row := range rows.Len() {
		if err := checker.Check(rows, row); err != nil {
			found = append(found, fmt.Sprintf("example %d: %v", row, err))
			continue
		}
		bound, name, _ := strings.Cut(string(rows.StringAt(why, row)), " ")
		m, column := doc.Measures.Find(name), enumerate.ColumnIndex(rows.Columns, name, enumerate.Integers...)
		if m == nil || column < 0 {
			continue
		}
		value := stats.Int(rows.IntAt(column, row))
		if bound == "least" && value.Cmp(*m.Raw.Min) != 0 || bound == "greatest" && value.Cmp(*m.Raw.Max) != 0 {
			found = append(found, fmt.Sprintf("example %d: %s is %s, which is not the %s value", row, name, value, bound))
		}
	}
	return found, nil
}

// cellCounts are how often cells are covered, by all pieces together.
type cellCounts struct {
	cells []string
	times map[string]*big.Int
}

func coveredCells(occupancy *enumerate.Batch) (cellCounts, error) {
	c := cellCounts{times: map[string]*big.Int{}}
	columns := occupancy.Columns
	raw, digits := enumerate.ColumnIndex(columns, "raw", enumerate.Integers...), enumerate.ColumnIndex(columns, "raw_text", enumerate.String)
	if raw < 0 {
		return c, fmt.Errorf("table occupancy has no column raw of integers")
	}
	for row := range occupancy.Len() {
		var at []string
		for _, axis := range []string{"layer", "row", "col"} {
			if i := enumerate.ColumnIndex(columns, axis, enumerate.Integers...); i >= 0 {
				at = append(at, fmt.Sprint(occupancy.IntAt(i, row)))
			}
		}
		n := big.NewInt(occupancy.IntAt(raw, row))
		if digits >= 0 {
			if _, ok := n.SetString(string(occupancy.StringAt(digits, row)), 10); !ok {
				return c, fmt.Errorf("table occupancy: row %d has no number", row)
			}
		}
		name := strings.Join(at, ", ")
		if c.times[name] == nil {
			c.cells = append(c.cells, name)
			c.times[name] = new(big.Int)
		}
		c.times[name].Add(c.times[name], n)
	}
	return c, nil
}
