package inspect

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// sameVersion reports whether this version of the program made the dataset. Another one may
// choose another kernel, need other nodes, word facts otherwise and lack new tables, though
// its rows are of the same version.
func sameVersion(m *export.Manifest) bool { return m.Program.Version == study.Version() }

// versionForm is the form of a version.
var versionForm = regexp.MustCompile(`^v?\d+\.\d+\.\d+([-+].+)?$`)

// remake makes the files beside the rows, and the manifest, again, as a run does.
func (v *verifier) remake(observed study.Observation) {
	m := v.set.Manifest
	v.want = v.expected()
	var sequence stats.MaybeSequence
	if v.study != nil {
		sequence = v.study.Sequence()
	}
	v.document, _, v.unmade = study.Finish(v.want, v.tables, observed, v.tasks, sequence)
	if v.study == nil || !sameVersion(m) {
		v.want.Facts = m.Facts
		v.keepTables()
	}
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
	if !versionForm.MatchString(m.Program.Version) {
		wrong = append(wrong, fmt.Sprintf("%s: program.version is %q, expected one like %s", export.ManifestName, m.Program.Version, study.Version()))
	}
	for i, columns := range v.parts {
		if !slices.Equal(columns, export.DescribeColumns(v.study.Job.Columns())) {
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
			return []string{fmt.Sprintf("%s: row %d is of task %d, expected %d", export.TableName(enumerate.TasksTable), i, t.Task, want)}
		}
	}
	return nil
}
