package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// sameManifest compares the manifest with what follows from the config, the tasks and
// the rows. tables are those that the dataset should have.
func (c *rowScan) sameManifest(tasks []enumerate.TaskTally, tables []enumerate.Table) []string {
	m := c.set.Manifest
	want := c.study.Manifest()
	// Known to the manifest alone. It says with what limit and for which shard the run was,
	// and the digests of files are compared with the files.
	want.Limit, want.Shard, want.Made, want.Digest, want.DrawnFrom = m.Limit, m.Shard, m.Made, m.Digest, m.DrawnFrom
	want.Config = withTitles(want.Config, m)
	want.Program.Version = m.Program.Version
	for i := range min(len(want.Inputs), len(m.Inputs)) {
		want.Inputs[i].Where = m.Inputs[i].Where
	}

	want.Rows = export.Count(c.set.Rows())
	want.Extent = study.Extent(want)
	var sum enumerate.Tally
	for _, t := range tasks {
		sum.Add(t.Tally)
	}
	want.Tasks.Done = len(tasks)
	want.Raw, want.Failed = stats.Int(sum.Raw), export.Count(sum.Failed)
	sum.Effort.Add(c.study.Doing().Above())
	want.Effort = stats.PublishEffort(sum.Effort)
	if m.Road == "sweep" {
		want.Raw = m.Raw // tasks are sweeps, and a count may be of any size
	}
	shard := export.Shard{}
	if m.Shard != nil {
		shard = *m.Shard
	}
	want.Complete = m.Limit == 0 && len(tasks) == study.TasksOf(want.Tasks.Total, shard)

	if c.found != nil {
		want.Facts = append(want.Facts, c.found.Facts()...)
	} else if n := len(want.Facts); n < len(m.Facts) {
		want.Facts = append(want.Facts, m.Facts[n:]...)
	}
	if !c.sameVersion() {
		want.Facts, want.Effort = m.Facts, m.Effort
		if m.Kernel != want.Kernel {
			want.Kernel, want.ConfigDigest = m.Kernel, c.study.DigestWith(m.Kernel)
			want.Tasks.Total, want.Tasks.MaxShare = m.Tasks.Total, m.Tasks.MaxShare
		}
	}
	want.Parts = slices.Clone(m.Parts)
	for i := range want.Parts {
		want.Parts[i].Rows = min(export.PartRows, c.set.Rows()-int64(i)*export.PartRows)
	}
	for _, t := range tables {
		i := slices.IndexFunc(m.Tables, func(have export.Table) bool { return have.Name == t.Name })
		if i < 0 && !c.sameVersion() {
			continue
		}
		info := export.FileInfo{}
		if i >= 0 {
			info = m.Tables[i].FileInfo
		}
		info.Path, info.Rows = export.TableName(t.Name), int64(t.Rows.Len())
		want.Tables = append(want.Tables, export.Table{Name: t.Name, FileInfo: info, Columns: export.DescribeColumns(t.Rows.Columns)})
	}
	want.Stats, want.EffortFile = infoOf(m.Stats), infoOf(m.EffortFile)
	want.Stats.Path, want.Stats.Rows = study.StatsName, 0
	want.EffortFile.Path, want.EffortFile.Rows = export.EffortName, int64(len(tasks))
	wrong := append(tasksOutOfShard(tasks, shard), manifestsDiffer(m, want)...)
	for i, part := range m.Parts {
		columns, err := c.set.PartColumns(i)
		if err != nil {
			wrong = append(wrong, err.Error())
		} else if !sameColumns(columns, c.study.Job.Columns()) {
			wrong = append(wrong, part.Path+" describes its columns otherwise than the config")
		}
	}
	return wrong
}

// sameColumns reports whether files describe two lists of columns alike.
func sameColumns(a, b []enumerate.Column) bool {
	return slices.Equal(export.DescribeColumns(a), export.DescribeColumns(b))
}

// tasksOutOfShard says if the tasks are not the first ones of a shard, in order.
func tasksOutOfShard(tasks []enumerate.TaskTally, s export.Shard) []string {
	for i, t := range tasks {
		if want := s.Index + i*max(1, s.Of); t.Task != want {
			return []string{fmt.Sprintf("%s: row %d is of task %d, expected %d", export.TableName(export.TasksTable), i, t.Task, want)}
		}
	}
	return nil
}

// sameVersion reports whether this version of the program made the dataset. Another one may
// choose another kernel, need other nodes, word facts otherwise and lack new tables, though
// its rows are of the same version.
func (c *rowScan) sameVersion() bool { return c.set.Manifest.Program.Version == study.Version() }

// storedTables returns the tables that a dataset without rows should have: those that the
// puzzle and the tasks give, and the others as they are stored.
func (c *rowScan) storedTables(tasks []enumerate.TaskTally) ([]enumerate.Table, error) {
	fixed, err := c.study.Job.Tables()
	if err != nil {
		return nil, err
	}
	fixed = append(fixed, export.NewTasksTable(tasks), study.MeasureTable(c.study.Job.Columns()))
	for _, t := range c.set.Manifest.Tables {
		if slices.ContainsFunc(fixed, func(f enumerate.Table) bool { return f.Name == t.Name }) {
			continue
		}
		rows, err := c.set.Table(t.Name)
		if err != nil {
			return nil, err
		}
		fixed = append(fixed, enumerate.Table{Name: t.Name, Rows: rows})
	}
	return fixed, nil
}

// infoOf returns a copy of the entry of a file, empty if there is none.
func infoOf(f *export.FileInfo) *export.FileInfo {
	if f == nil {
		return &export.FileInfo{}
	}
	info := *f
	return &info
}

// withTitles returns a config with the title and the description that the manifest has:
// nothing else depends on them.
func withTitles(config json.RawMessage, m *export.Manifest) json.RawMessage {
	var have, want map[string]any
	if json.Unmarshal(m.Config, &have) != nil || json.Unmarshal(config, &want) != nil {
		return config
	}
	for _, key := range []string{"title", "description"} {
		delete(want, key)
		if text, ok := have[key].(string); ok {
			want[key] = text
		}
	}
	text, err := json.Marshal(want)
	if err != nil {
		return config
	}
	return text
}

// manifestsDiffer says where one manifest differs from another. Both are compared as they
// are read, since the values of facts have other types before they are written.
func manifestsDiffer(have, want *export.Manifest) []string {
	var trees [2]any
	for i, m := range []*export.Manifest{have, want} {
		text, err := json.Marshal(m)
		if err == nil {
			err = json.Unmarshal(text, &trees[i])
		}
		if err != nil {
			return []string{err.Error()}
		}
	}
	return differences(nil, "", trees[0], trees[1])
}

// differences appends the places at which two values of JSON differ.
func differences(found []string, at string, have, want any) []string {
	within := at
	if at != "" {
		within += "."
	}
	switch w := want.(type) {
	case map[string]any:
		h, ok := have.(map[string]any)
		if !ok {
			break
		}
		all := maps.Clone(h)
		maps.Copy(all, w)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			found = differences(found, within+key, h[key], w[key])
		}
		return found
	case []any:
		h, ok := have.([]any)
		if !ok {
			break
		}
		if len(h) != len(w) {
			return append(found, fmt.Sprintf("%s: %s has %d entries, expected %d", export.ManifestName, at, len(h), len(w)))
		}
		for i := range w {
			found = differences(found, within+strconv.Itoa(i), h[i], w[i])
		}
		return found
	}
	h, errH := json.Marshal(have)
	w, errW := json.Marshal(want)
	if errH != nil || errW != nil || !bytes.Equal(h, w) {
		found = append(found, fmt.Sprintf("%s: %s is %s, expected %s", export.ManifestName, at, enumerate.Shorten(string(h)), enumerate.Shorten(string(w))))
	}
	return found
}
