package inspect

import (
	"fmt"
	"slices"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/stats"
)

// Datasets of earlier rows versions stay verifiable. Their configs had other defaults
// and so other digests, their columns had no scales, and stats.json described some
// measures by other numbers. What they counted must still follow from the rows.

func (c *rowScan) earlier() bool { return c.set.Manifest.Program.Rows != study.RowsVersion }

// columns are those of the dataset. Those of an earlier one have the scales that the
// job gives them now, and may be null where they may be now.
func (c *rowScan) columns() []enumerate.Column {
	columns := slices.Clone(c.set.Columns())
	if !c.earlier() {
		return columns
	}
	now := c.study.Job.Columns()
	for i := range columns {
		if k := enumerate.ColumnIndex(now, columns[i].Name); k >= 0 {
			columns[i].Scale, columns[i].AtLeastIf, columns[i].Nullable = now[k].Scale, now[k].AtLeastIf, now[k].Nullable
		}
	}
	return columns
}

// comparable reports whether an earlier dataset has the columns that the job has now.
func (c *rowScan) comparable() error {
	same := slices.EqualFunc(c.columns(), c.study.Job.Columns(), func(a, b enumerate.Column) bool {
		return a.Name == b.Name && a.Type == b.Type
	})
	if p := c.set.Manifest.Program; c.earlier() && !same {
		return enumerate.Errorf("%s was made by version %s, whose rows have other columns: expected that version to verify it", c.set.Dir(), p.Version)
	}
	return nil
}

// sameCounts compares the counts of each value of each measure in an earlier dataset's
// stats.json with those in the rows.
func sameCounts(document *stats.Document, rows stats.Summary) (wrong []string) {
	for i := range document.Measures {
		m := &document.Measures[i]
		now := rows.Measures.Find(m.Name)
		if now == nil || !slices.EqualFunc(m.Raw.Histogram, now.Raw.Histogram, sameBin) || !slices.EqualFunc(m.Distinct.Histogram, now.Distinct.Histogram, sameBin) {
			wrong = append(wrong, fmt.Sprintf("%s: the counts of %s differ from what the rows give", study.StatsName, m.Name))
		}
	}
	return wrong
}

func sameBin(a, b stats.Bin) bool { return a.Value == b.Value && a.Count.Cmp(b.Count) == 0 }
