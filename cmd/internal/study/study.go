package study

import (
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// A Study is a config together with the job that its family made from it.
type Study struct {
	Plan   *configs.Plan
	Family enumerate.Family
	Job    *enumerate.Job
	// Analysis says which crosstabs and breakdowns of the rows are counted.
	Analysis enumerate.Analysis
	// Methods are the ways to do the job, the one to begin with first: several only for the
	// statistics of a census without rows. Method is the number of the one at hand.
	Methods []enumerate.Method
	Method  int
	why     string // Methods[0] is the one to begin with
	// Told is told what a list of all solutions would take, before other ways to count are looked for. It may be nil.
	Told func(list enumerate.Method)
	// Remarks are what the family said of the input, a line each; see [enumerate.Spec.Remark].
	Remarks []string
	// Weighing returns the job that adds up the weights of all solutions, with the values of the measures; nil if the
	// config weighs none.
	Weighing func() (*enumerate.Job, error)
}

// Open reads a config and makes its job. config is a file, of a config or of puzzles, or the name of a shipped
// run; set are changes of the form key.path=value. With countOnly the job keeps no
// rows, and a sample becomes the census that it draws from.
func Open(config string, set []string, countOnly bool) (*Study, error) {
	plan, remarks, err := LoadPlan(config, set)
	if err != nil {
		return nil, err
	}
	s, err := OpenPlan(plan, countOnly)
	if s != nil {
		s.Remarks = append(remarks, s.Remarks...)
	}
	return s, err
}

// OpenPlan makes the job of a plan; see [Open].
func OpenPlan(plan *configs.Plan, countOnly bool) (*Study, error) {
	family, err := puzzles.Find(plan.Family)
	if err != nil {
		return nil, plan.Locate(err)
	}
	spec := plan.Spec()
	if spec.CountOnly = countOnly; countOnly && spec.Kind == enumerate.Sample {
		spec.Kind, spec.Sample = enumerate.Census, nil // count the solutions, not the draws
	}
	if plan.Kernel == SweepKernel {
		if plan.Output.Rows && !countOnly {
			return nil, plan.Fault("kernel", "output: {rows: false} with it, or another kernel",
				"kernel sweep lists no solutions")
		}
		spec.Kernel, spec.SweepOnly = "auto", true // the kernel is that of a list, which a sweep does not need
	}
	if len(spec.Require) > 0 && !family.Requires {
		return nil, plan.Locate(
			enumerate.KeyErrorf("require", "require: expected a family of pieces, or exactcover; got %s",
				family.Name))
	}
	if spec.Solution && (!family.Solutions || spec.Kind != enumerate.Survey) {
		return nil, plan.Locate(enumerate.KeyErrorf("output.solution",
			"output.solution: expected a survey of boards or sets of polyforms; got a %s of %s", spec.Kind,
			family.Name))
	}
	s := &Study{Plan: plan, Family: family}
	spec.Remarks = &s.Remarks
	if s := spec.Sample; s != nil && s.From != "" {
		spec.Census = func(columns []string) (*enumerate.Listing, error) { return listing(plan, columns) }
	}
	if s.Job, err = family.Open(spec); err != nil {
		return nil, plan.Locate(err)
	}
	s.Methods = []enumerate.Method{{Job: s.Job}}
	if plan.Output.Diagram && !s.hasDiagram() {
		return nil, plan.Fault("output.diagram", "a census of a tiling or an exact cover",
			"output.diagram: these solutions have no options to put into a diagram")
	}
	s.Weighing = sync.OnceValues(func() (*enumerate.Job, error) {
		if s.Job.Weighed == nil {
			return nil, nil
		}
		m, err := s.Job.Weighed.Method(enumerate.Question{Values: true, Memory: int64(plan.Output.Memory)})
		return m.Job, plan.Locate(err)
	})
	if err := s.checkMeasures(); err != nil || countOnly {
		return s, err
	}
	if err := s.resolve(); err != nil {
		return nil, err
	}
	if !plan.Output.Rows {
		s.Methods, s.why, err = s.MethodsFor(enumerate.Question{Statistics: true,
			Together: stats.BreakdownColumns(s.Analysis.Breakdowns), Joint: stats.MaxCombinations})
	}
	return s, err
}

// SweepKernel is the kernel that a config names to have no list, however short it would be. Any
// other name asks for a list.
const SweepKernel = "sweep"

// MethodsFor returns the ways to answer a question about all solutions, the one to begin with
// first, and says why it is that.
func (s *Study) MethodsFor(q enumerate.Question) (methods []enumerate.Method, why string, err error) {
	q.SweepOnly, q.Memory, q.Told = s.Plan.Kernel == SweepKernel, int64(s.Plan.Output.Memory), s.Told
	if answer := s.Job.Methods; answer != nil {
		methods, why, err = answer(q)
		return methods, why, s.Plan.Locate(err)
	}
	why = "by listing: this family has no sweep"
	if q.SweepOnly {
		return nil, "", s.Plan.Fault("kernel", "auto", "kernel sweep: this family has no sweep")
	}
	return []enumerate.Method{{Job: s.Job, Node: 1, Nodes: math.NaN()}}, why, nil
}

// UseFiles lets a job put what memory does not hold into files of a folder; "" is that of the system for temporary
// files.
func UseFiles(job *enumerate.Job, folder string) {
	if job.Counting != nil {
		job.Counting.SetFiles(func() (enumerate.TemporaryFile, error) { return files.CreateUnnamed(folder) })
	}
}

// TaskJob is the job whose tasks a run does.
func (s *Study) TaskJob() *enumerate.Job { return s.Methods[s.Method].Job }

// Counting makes the statistics of a census without rows from the numbers of sweeps; nil where
// the solutions are listed.
func (s *Study) Counting() *enumerate.Counting { return s.TaskJob().Counting }

// How says what becomes of the rows.
func (s *Study) How() export.Rows {
	switch {
	case s.Plan.Output.Rows:
		return export.Kept
	case s.Counting() != nil:
		return export.Swept
	}
	return export.Listed
}

// Facts describes the study for people.
func (s *Study) Facts() []enumerate.Fact {
	facts := []enumerate.Fact{{Key: "job", Text: fmt.Sprintf("%s: %s, a %s", s.Plan.Name, s.Plan.Family, s.Plan.Kind),
		Value: string(s.Plan.Kind)}}
	if how := s.How(); !how.HasRows() {
		why := s.why
		if how == export.Swept {
			why = "by sweeps"
		}
		facts = append(facts, enumerate.Fact{Key: "road", Text: "no rows: statistics " + why, Value: string(how)})
	}
	return append(facts, s.TaskJob().Facts()...)
}

// Memory is what the jobs are expected to hold in memory, the largest of them; ok is false if that is not much.
func (s *Study) Memory() (m enumerate.Memory, ok bool) {
	weighing, _ := s.Weighing()
	for _, job := range []*enumerate.Job{s.TaskJob(), weighing} {
		if job != nil && job.Memory != nil {
			if of := job.Memory(); of.Expected > m.Expected {
				m = of
			}
		}
	}
	return m, m.Expected > 0
}

// CutTasks cuts the search into tasks. It is an error if they are too many.
func (s *Study) CutTasks() error {
	n := s.TaskJob().Tasks()
	switch {
	case n <= enumerate.MostTasks:
		return nil
	case s.Plan.MaxShare > 0:
		return s.Plan.Locate(enumerate.TooManyTasks())
	}
	return enumerate.Errorf("%s has %s: expected fewer draws or instances, so that there are at most %s", s.Plan.Name,
		enumerate.Plural(n, "task"), enumerate.Grouped(enumerate.MostTasks))
}

// cut returns the largest share of the search that a task may be: that of the config,
// or else the one that the job chose.
func (s *Study) cut() float64 {
	if s.Plan.MaxShare > 0 {
		return s.Plan.MaxShare
	}
	if tree := TreeOf(s.TaskJob()); tree != nil && s.Plan.Kind == enumerate.Census {
		return tree.MaxShare
	}
	return enumerate.DefaultShare
}

// TreeOf returns the search of a job, nil if it has none or cannot make it.
func TreeOf(job *enumerate.Job) *enumerate.Tree {
	if job.Tree == nil {
		return nil
	}
	tree, err := job.Tree()
	if err != nil {
		return nil
	}
	return tree
}

// version is the version of the program. Raise it with every release, together with CHANGELOG.md.
//
// RowsVersion is the version of what the program writes. Raise it in a release in which the same
// config gives other bytes in rows/, tables/ or stats.json, or other tasks. The program reads
// datasets of this version only. A new table needs no new version: nothing that was there changes,
// and verify compares the tables that a dataset has.
const (
	version     = "0.9.0"
	RowsVersion = "11"
)

// Version returns the version of the program. The manifest has it. A binary that
// was built from a tagged module has the version of its tag.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return version
}

// mentions are names of columns or measures in the config, and the place of their list: crosstabs.0.
type mentions struct {
	names []string
	at    string
}

// place is the place of one of the names: crosstabs.0.1.
func (m mentions) place(i int) string { return fmt.Sprintf("%s.%d", m.at, i) }

// A request is a breakdown that the config asks for: what the groups are made by, and what is averaged in each.
type request struct{ by, of mentions }

// requests lists the crosstabs and breakdowns of the config. A crosstab is a breakdown by two columns of nothing.
func (s *Study) requests() (list []request) {
	for i, pair := range s.Plan.Crosstabs {
		list = append(list, request{by: mentions{pair[:], fmt.Sprintf("crosstabs.%d", i)}})
	}
	for i, b := range s.Plan.Breakdowns {
		at := fmt.Sprintf("breakdowns.%d", i)
		list = append(list, request{mentions{b.By, at + ".by"}, mentions{b.Of, at + ".of"}})
	}
	return list
}

// checkMeasures returns an error if a crosstab or a breakdown names a measure that the puzzle
// does not have. Those that a flag made meaningless are dropped first.
func (s *Study) checkMeasures() error {
	s.Plan.DropUnknown(func(name string) bool { return s.columnOf(name) >= 0 })
	if s.Job.FindMeasure == nil {
		return nil
	}
	var all []mentions
	for _, r := range s.requests() {
		all = append(all, r.by, r.of)
	}
	for _, m := range all {
		for i, name := range m.names {
			if !strings.Contains(name, "(") {
				continue
			}
			if _, err := s.Job.FindMeasure(name); err != nil {
				return s.Plan.Locate(enumerate.AtKey(m.place(i), err))
			}
		}
	}
	return nil
}

// columnOf returns the index of the column that a name or a measure in the config stands for,
// -1 if there is none.
func (s *Study) columnOf(written string) int {
	columns := s.Job.Columns
	at := ColumnOf(columns, written)
	if find := s.Job.FindMeasure; at < 0 && find != nil {
		name, _ := find(written)
		at = enumerate.ColumnIndex(columns, name)
	}
	return at
}

// resolve makes the study's analysis from what its job and its config ask for, and
// replaces the names of measures by those of columns. Breakdowns never change the rows, so they
// can name only columns that there are.
func (s *Study) resolve() error {
	s.Analysis = s.Job.Analysis
	if s.Plan.Sample != nil {
		s.Analysis.Drawn = "what the sampler " + s.Plan.Sample.Sampler + " draws from"
	}
	for _, r := range s.requests() {
		by, err := s.columnNames(r.by)
		if err != nil {
			return err
		}
		of, err := s.columnNames(r.of)
		if err != nil {
			return err
		}
		s.addBreakdown(by, of)
	}
	// What cannot be counted is an error now, and not after the search.
	for _, b := range s.Analysis.Breakdowns {
		if _, err := stats.NewBreakdown(s.Job.Columns, b); err != nil {
			return err
		}
	}
	return nil
}

// addBreakdown adds a breakdown, or adds its sums to a breakdown by the same columns. A
// crosstab, which sums no columns, stays apart: it may have more groups.
func (s *Study) addBreakdown(by, of []string) {
	at := slices.IndexFunc(s.Analysis.Breakdowns, func(b enumerate.Breakdown) bool {
		return slices.Equal(b.By, by) && (len(b.Of) == 0) == (len(of) == 0)
	})
	if at < 0 {
		at = len(s.Analysis.Breakdowns)
		s.Analysis.Breakdowns = append(s.Analysis.Breakdowns, enumerate.Breakdown{By: by})
	}
	b := &s.Analysis.Breakdowns[at]
	for _, name := range of {
		if !slices.Contains(b.Of, name) {
			b.Of = append(b.Of, name)
		}
	}
}

// columnNames returns the names of the columns that the config names.
func (s *Study) columnNames(m mentions) (names []string, err error) {
	for i, name := range m.names {
		at, c := m.place(i), s.columnOf(name)
		if c < 0 {
			return nil, s.unknown(name, at)
		}
		column := s.Job.Columns[c]
		if !slices.Contains(enumerate.Integers, column.Type) {
			return nil, s.Plan.Fault(at, "a column of numbers or of true and false", "%s: column %q holds %s", at, name,
				column.Type)
		}
		if slices.Contains(names, column.Name) {
			return nil, s.Plan.Fault(at, "each column once", "%s: %q is there twice", at, name)
		}
		names = append(names, column.Name)
	}
	return names, nil
}

// unknown returns the error for a name that no column has, with the nearest
// name that one has.
func (s *Study) unknown(name, at string) error {
	names := slices.DeleteFunc(slices.Clone(s.Plan.Measures),
		func(name string) bool { return strings.Contains(name, "*") })
	for _, c := range s.Job.Columns {
		if slices.Contains(enumerate.Integers, c.Type) {
			names = append(names, c.Name)
		}
	}
	return s.Plan.Fault(at, "a measure that is listed under measures, or a column",
		"%s: there is no %q in the rows%s", at, name, enumerate.DidYouMean(name, names))
}
