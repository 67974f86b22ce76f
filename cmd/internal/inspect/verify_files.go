package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/stats"
)

// sameVersion reports whether this version of the program made the dataset. Another one may
// choose another kernel, need other nodes, word facts otherwise and lack new tables, though
// its rows are of the same version.
func sameVersion(m *export.Manifest) bool { return m.Program.Version == study.Version() }

// versionForm is the form of a version.
var versionForm = enumerate.Pattern(`^v?\d+\.\d+\.\d+([-+].+)?$`)

// remake makes the files beside the rows, and the manifest, again, as a run does.
func (v *verifier) remake(ctx context.Context, observed study.Observation) error {
	m := v.set.Manifest
	v.want = v.expected()
	v.document, _, v.unmade = v.study.Finish(ctx, v.want, v.tables, observed, v.tasks, runtime.GOMAXPROCS(0))
	if errors.Is(v.unmade, run.ErrStopped) {
		return v.unmade
	}
	if v.study == nil || !sameVersion(m) {
		v.want.Facts = m.Facts
		v.keepTables()
	}
	return nil
}

// wrongFiles compares the files that were made again with those of the dataset. The digests of
// files stand for the files.
func (v *verifier) wrongFiles() (wrong []string, err error) {
	if v.unmade != nil {
		return []string{v.unmade.Error()}, nil
	}
	m := v.set.Manifest
	compare := func(have, want *export.FileInfo) {
		if have != nil && want != nil && have.Path == want.Path && have.SHA256 != want.SHA256 {
			wrong = append(wrong, fmt.Sprintf("%s differs from what the puzzle and %s give", have.Path, v.source))
			want.Bytes, want.SHA256 = have.Bytes, have.SHA256
		}
	}
	for i := range v.want.Tables {
		if have := m.Table(v.want.Tables[i].Name); have != nil {
			compare(&have.FileInfo, &v.want.Tables[i].FileInfo)
		}
	}
	compare(m.Stats, v.want.Stats)
	compare(m.EffortFile, v.want.EffortFile)
	return wrong, nil
}

// wrongManifest compares the manifest that was made again with that of the dataset, when
// wrongFiles has compared the files.
func (v *verifier) wrongManifest() (wrong []string, err error) {
	if v.unmade != nil {
		return nil, nil
	}
	m := v.set.Manifest
	var texts [2][]byte
	for i, m := range []*export.Manifest{m, v.want} {
		if texts[i], err = json.Marshal(m); err != nil {
			return nil, err
		}
	}
	found, err := study.Differences(texts[0], texts[1])
	if err != nil {
		return nil, err
	}
	wrong = v.tasksOutOfShard()
	for _, f := range found {
		wrong = append(wrong, export.ManifestName+": "+f)
	}
	if !versionForm().MatchString(m.Program.Version) {
		wrong = append(wrong, fmt.Sprintf("%s: program.version is %q, expected one like %s", export.ManifestName,
			m.Program.Version, study.Version()))
	}
	for i, columns := range v.parts {
		if !slices.Equal(columns, export.DescribeColumns(v.study.Job.Columns)) {
			wrong = append(wrong, m.Parts[i].Path+" describes its columns otherwise than the config")
		}
	}
	return wrong, nil
}

// expected returns the manifest that the dataset should have, before [study.Finish]. What the
// manifest alone can know is that of the dataset.
func (v *verifier) expected() (want *export.Manifest) {
	m := v.set.Manifest
	if v.study == nil {
		c := *m
		want = &c
		want.Facts, want.Tables = nil, nil
	} else {
		want = v.study.Manifest(len(v.tasks), v.tally, m.Shard, int64(m.Limit))
	}
	want.Schema, want.Made, want.Digest, want.Program.Version, want.Rows = m.Schema, m.Made, m.Digest,
		m.Program.Version, 0
	want.DrawnFrom = m.DrawnFrom // what the sampler counted
	for i := range min(len(want.Inputs), len(m.Inputs)) {
		if have, now := m.Inputs[i].Where, want.Inputs[i].Where; !configs.IsShipped(have) && !configs.IsShipped(now) {
			want.Inputs[i].Where = have // it may have been moved since
		}
	}
	if !sameVersion(m) {
		want.Effort = m.Effort
		if m.Kernel != want.Kernel {
			want.Kernel, want.ConfigDigest = m.Kernel, v.study.Plan.Digest(m.Kernel)
			want.Tasks.Total, want.Tasks.MaxShare = m.Tasks.Total, m.Tasks.MaxShare
		}
	}
	want.Parts = slices.Clone(m.Parts)
	for i := range want.Parts {
		want.Parts[i].Rows = min(export.PartRows, v.set.Rows()-int64(i)*export.PartRows)
	}
	return want
}

// keepTables expects the tables that the dataset has: without the puzzle, or in another
// version of the program, there may be others.
func (v *verifier) keepTables() {
	made := *v.want
	v.want.Tables = slices.Clone(v.set.Manifest.Tables)
	for i, t := range v.want.Tables {
		if again := made.Table(t.Name); again != nil {
			v.want.Tables[i] = *again
		}
	}
}

// tasksOutOfShard says if the tasks are not the first ones of the dataset's shard, in order.
func (v *verifier) tasksOutOfShard() []string {
	first, step := 0, 1
	if s := v.set.Manifest.Shard; s != nil {
		first, step = s.Index, s.Of
	}
	for i, t := range v.tasks {
		if want := first + i*step; t.Task != want {
			return []string{fmt.Sprintf("%s: row %d is of task %d, expected %d",
				export.TableName(enumerate.TasksTable), i,
				t.Task, want)}
		}
	}
	return nil
}

// contradictions says where the numbers of a dataset without rows contradict one another.
func (v *verifier) contradictions() (found []string, err error) {
	doc, err := v.set.Statistics()
	if err != nil {
		return []string{err.Error()}, nil
	}
	if doc.Solutions == nil {
		return []string{study.StatsName + " has no number of solutions"}, nil
	}
	found = doc.Contradictions()
	if v.set.Manifest.Table(enumerate.JointTable) == nil {
		return found, nil
	}
	joint, err := v.set.Table(enumerate.JointTable)
	if err != nil {
		return nil, err
	}
	wrong, err := wrongJoint(doc, joint)
	if err != nil {
		wrong = []string{err.Error()}
	}
	return append(found, wrong...), nil
}

// storedNumbers is the [study.Observation] of the numbers that a dataset without rows stores: all
// other numbers are made of them again, distributions from their histograms, and the tables of
// pieces and cells from the uses of options.
func (v *verifier) storedNumbers(d *stats.Document) (tables []enumerate.Table, facts []enumerate.Fact, err error) {
	stored, err := v.set.Statistics()
	if d.Solutions = new(stats.Solutions); err != nil {
		return nil, nil, err
	}
	if stored.Solutions != nil {
		d.Solutions = stored.Solutions
	}
	d.Measures, d.Breakdowns = stored.Measures, stored.Breakdowns
	*d = *d.Derived()
	// Why something was left out is known to the manifest alone.
	for _, f := range v.set.Manifest.Facts {
		if f.Subject() == enumerate.AboutMissing {
			facts = append(facts, f)
		}
	}
	made := stats.BreakdownTables(d.Breakdowns)
	if v.study != nil && v.study.Job.Counters.Options != nil {
		uses, err := v.uses(v.study.Job.Counters.Options, d.Solutions.Raw)
		if err != nil {
			return nil, nil, err
		}
		made = append(made, uses...)
	}
	find := func(list []enumerate.Table, name string) int {
		return slices.IndexFunc(list, func(t enumerate.Table) bool { return t.Name == name })
	}
	for _, t := range v.set.Manifest.Tables {
		if i := find(made, t.Name); i >= 0 {
			tables = append(tables, made[i])
		} else if find(v.tables, t.Name) < 0 && t.Name != enumerate.TasksTable && t.Name != enumerate.MeasuresTable {
			rows, err := v.set.Table(t.Name)
			if err != nil {
				return nil, nil, err
			}
			tables = append(tables, enumerate.Table{Name: t.Name, Rows: rows})
		}
	}
	return tables, facts, nil
}

// uses makes the tables of the uses of options again, from the one that has a row for each
// orbit of options.
func (v *verifier) uses(uses *enumerate.OptionUses, all stats.Number) ([]enumerate.Table, error) {
	raw, distinct := make([]*big.Int, uses.Options), make([]*big.Int, uses.Options)
	for o := range raw {
		raw[o], distinct[o] = new(big.Int), new(big.Int)
	}
	i := slices.IndexFunc(v.set.Manifest.Tables, func(t export.Table) bool {
		return enumerate.ColumnIndex(t.Columns, enumerate.OrbitSizeColumn) >= 0
	})
	if i < 0 {
		return nil, fmt.Errorf("no table has the uses of options")
	}
	name := v.set.Manifest.Tables[i].Name
	stored, err := v.set.Table(name)
	if err != nil {
		return nil, err
	}
	options := enumerate.ColumnIndex(stored.Columns, "option", enumerate.Int32)
	if options < 0 {
		return nil, fmt.Errorf("table %s has no column option", name)
	}
	for row := range stored.Len() {
		o := stored.IntAt(options, row)
		if o < 0 || o >= int64(len(raw)) {
			return nil, fmt.Errorf("table %s: there is no option %d", name, o)
		}
		if raw[o], err = countAt(stored, "raw", row); err == nil {
			distinct[o], err = countAt(stored, "distinct", row)
		}
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", name, err)
		}
	}
	return uses.Tables(raw, distinct, all.Big())
}

// countAt reads a count that may be too large for 64 bits.
func countAt(b *enumerate.Batch, name string, row int) (*big.Int, error) {
	if digits := enumerate.ColumnIndex(b.Columns, name+"_text", enumerate.String); digits >= 0 {
		if n, ok := new(big.Int).SetString(string(b.StringAt(digits, row)), 10); ok {
			return n, nil
		}
		return nil, fmt.Errorf("row %d has no number", row)
	}
	i := enumerate.ColumnIndex(b.Columns, name, enumerate.Integers...)
	if i < 0 {
		return nil, fmt.Errorf("there is no column %s of integers", name)
	}
	return big.NewInt(b.IntAt(i, row)), nil
}

// wrongJoint says which measures have other values in the joint table than in stats.json.
func wrongJoint(doc *stats.Document, joint *enumerate.Batch) (found []string, err error) {
	for _, m := range doc.Measures {
		column := enumerate.ColumnIndex(joint.Columns, m.Name, enumerate.Integers...)
		if column < 0 {
			return nil, fmt.Errorf("table joint lacks %s", m.Name)
		}
		for i, name := range []string{"raw", "distinct"} {
			h := []stats.Histogram{m.Raw.Histogram, m.Distinct.Histogram}[i]
			counts := map[int64]stats.Number{}
			for row := range joint.Len() {
				n, err := countAt(joint, name, row)
				if err != nil {
					return nil, fmt.Errorf("table joint: %w", err)
				}
				if !joint.IsNull(column, row) {
					value := joint.IntAt(column, row)
					counts[value] = counts[value].Add(stats.BigInt(n))
				}
			}
			if h != nil && !h.Has(counts) {
				found = append(found, fmt.Sprintf("the table joint has other %s counts of %s than %s", name, m.Name,
					study.StatsName))
			}
		}
	}
	return found, nil
}

// wrongExamples checks the solutions in the table of examples, and that those of a least or
// greatest value have it.
func (v *verifier) wrongExamples() (found []string, err error) {
	d := v.set
	rows, err := d.Table(enumerate.ExamplesTable)
	if err != nil {
		return nil, err
	}
	doc, err := v.set.Statistics()
	if err != nil {
		return nil, err
	}
	checker, err := v.study.Job.NewChecker()
	if err != nil {
		return nil, err
	}
	columns := v.study.Job.Columns
	why := enumerate.ColumnIndex(rows.Columns, enumerate.WhyColumn, enumerate.String)
	if why != len(columns) || enumerate.SameTypes(rows.Columns[:why], columns) != nil {
		return []string{enumerate.ExamplesTable + ": has other columns than rows and why"}, nil
	}
	for row := range rows.Len() {
		if err := checker(rows, row); err != nil {
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
			found = append(found, fmt.Sprintf("example %d: %s is %s, which is not the %s value", row, name, value,
				bound))
		}
	}
	return found, nil
}
