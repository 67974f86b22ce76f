package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// sameVersion reports whether this version of the program made the dataset. Another one may
// choose another kernel, need other nodes, word facts otherwise and lack new tables, though
// its rows are of the same version.
func sameVersion(m *export.Manifest) bool { return m.Program.Version == study.Version() }

// versionForm is the form of a version.
var versionForm = regexp.MustCompile(`^v?\d+\.\d+\.\d+([-+].+)?$`)

// withoutImages is an observation of rows without the table of images, by which the stabilisers of
// solutions are found: it takes their numbers from the dataset.
type withoutImages struct {
	study.Observation
	dir string
}

// Fill implements [study.Observation].
func (o *withoutImages) Fill(d *stats.Document) {
	o.Observation.Fill(d)
	if stored, err := study.ReadStats(files.OS(), o.dir); err == nil && d.Solutions != nil && stored.Solutions != nil && d.Solutions.BySymmetry == nil {
		d.Solutions.BySymmetry = stored.Solutions.BySymmetry
	}
}

// compareFiles makes the files beside the rows and the manifest again, and compares them with
// those of the dataset. The digests of files stand for the files.
func (v *verifier) compareFiles() error {
	m := v.set.Manifest
	want := v.expected()
	if v.study == nil && m.Table(enumerate.ImagesTable) == nil && v.found != nil {
		v.found = &withoutImages{v.found, v.set.Dir()}
	}
	var sequence stats.MaybeSequence
	if v.study != nil {
		sequence = v.study.Sequence()
	}
	if _, err := study.Finish(want, v.tables, v.found, v.tasks, sequence); err != nil {
		v.wrongFiles = []string{err.Error()}
		return nil
	}
	if v.study == nil || !sameVersion(m) {
		want.Facts = m.Facts
		v.keepTables(want)
	}
	compare := func(have, want *export.FileInfo) {
		if have != nil && want != nil && have.Path == want.Path && have.SHA256 != want.SHA256 {
			v.wrongFiles = append(v.wrongFiles, fmt.Sprintf("%s differs from what the puzzle and %s give", have.Path, v.source()))
			want.Bytes, want.SHA256 = have.Bytes, have.SHA256
		}
	}
	for i := range want.Tables {
		if have := m.Table(want.Tables[i].Name); have != nil {
			compare(&have.FileInfo, &want.Tables[i].FileInfo)
		}
	}
	compare(m.Stats, want.Stats)
	compare(m.EffortFile, want.EffortFile)
	if v.study == nil {
		return nil
	}
	v.wrongManifest = append(v.tasksOutOfShard(), manifestsDiffer(m, want)...)
	if !versionForm.MatchString(m.Program.Version) {
		v.wrongManifest = append(v.wrongManifest, fmt.Sprintf("%s: program.version is %q, expected one like %s", export.ManifestName, m.Program.Version, study.Version()))
	}
	for i, part := range m.Parts {
		columns, err := v.set.PartColumns(i)
		if err != nil {
			return err
		}
		if !slices.Equal(columns, export.DescribeColumns(v.study.Job.Columns())) {
			v.wrongManifest = append(v.wrongManifest, part.Path+" describes its columns otherwise than the config")
		}
	}
	return nil
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
		var sum enumerate.Tally
		for _, t := range v.tasks {
			sum.Add(t.Tally)
		}
		want = v.study.Manifest(len(v.tasks), sum, m.Shard, int64(m.Limit))
	}
	want.Made, want.Digest, want.Program.Version, want.Rows = m.Made, m.Digest, m.Program.Version, 0
	want.DrawnFrom = m.DrawnFrom // what the sampler counted
	for i := range min(len(want.Inputs), len(m.Inputs)) {
		if have, now := m.Inputs[i].Where, want.Inputs[i].Where; !configs.IsShipped(have) && !configs.IsShipped(now) {
			want.Inputs[i].Where = have // it may have been moved since
		}
	}
	if !sameVersion(m) {
		want.Effort = m.Effort
		if m.Kernel != want.Kernel {
			want.Kernel, want.ConfigDigest = m.Kernel, v.study.DigestWith(m.Kernel)
			want.Tasks.Total, want.Tasks.MaxShare = m.Tasks.Total, m.Tasks.MaxShare
		}
	}
	want.Parts = slices.Clone(m.Parts)
	for i := range want.Parts {
		want.Parts[i].Rows = min(export.PartRows, v.set.Rows()-int64(i)*export.PartRows)
	}
	return want
}

// keepTables gives a manifest the tables that the dataset has: without the puzzle, or in another
// version of the program, there may be others.
func (v *verifier) keepTables(want *export.Manifest) {
	made := want.Tables
	want.Tables = slices.Clone(v.set.Manifest.Tables)
	for i, t := range want.Tables {
		if k := slices.IndexFunc(made, func(o export.Table) bool { return o.Name == t.Name }); k >= 0 {
			want.Tables[i] = made[k]
		}
	}
}

// tasksOutOfShard says if the tasks are not the first ones of the dataset's shard, in order.
func (v *verifier) tasksOutOfShard() []string {
	s := export.Shard{}
	if v.set.Manifest.Shard != nil {
		s = *v.set.Manifest.Shard
	}
	for i, t := range v.tasks {
		if want := s.Index + i*max(1, s.Of); t.Task != want {
			return []string{fmt.Sprintf("%s: row %d is of task %d, expected %d", export.TableName(enumerate.TasksTable), i, t.Task, want)}
		}
	}
	return nil
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
