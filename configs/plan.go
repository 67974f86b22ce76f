package configs

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"coverstat/enumerate"
)

// A Plan is a config, resolved as far as that goes without the family. Its
// fields with a json tag are the keys of a config: they declare how it is
// decoded, and how its canonical form is written.
//
// A plan does not change after loading, but for [Plan.DropUnknown] and the
// record of the inputs that [enumerate.Spec]'s Open opens; several goroutines
// may open inputs.
type Plan struct {
	// Name of the run and of its folder; by default the base name of the file.
	Name string `json:"name" default:"the name of the file" help:"the name of the run and of its folder in runs/: letters, digits and . _ -" example:"my-tiling"`
	// Title and Description are for readers of the report and the card; "" if
	// there are none. They change neither the rows nor the digest.
	Title       string `json:"title,omitempty" help:"one line above the report and the card" example:"Tilings of my table"`
	Description string `json:"description,omitempty" help:"what readers of the report and the card should know" example:"A table of 8x8 tiles with a pillar."`
	// Family of the puzzle, such as polyomino.
	Family string `json:"family" help:"the kind of puzzle; it must be there" example:"polyomino"`
	// Kind of job: census, survey or sample.
	Kind enumerate.Kind `json:"job" values:"census,survey,sample" help:"census: a row is a solution, up to symmetry, and all are listed; survey: a row is a puzzle with the number of its solutions; sample: a row is a solution that was drawn at random; it must be there" example:"census"`
	// Puzzle is for the family to decode, through [enumerate.Spec].
	Puzzle *node `json:"puzzle" help:"the keys of the family, in the sections below; it must be there" example:"{board: {rows: 8, cols: 8}, pieces: [pentominoes, O4]}"`
	// Measures asked for, as written.
	Measures []string `json:"measures" default:"none" help:"what is measured of each row: columns, statistics and charts; coverstat list FAMILY explains them; on_edge(F5+F5m) adds up pieces, as it must where a symmetry exchanges them" example:"[crossroads, on_edge(I5), adjacent(F5, P5)]"`
	// Require are conditions on measures that solutions must meet, as written.
	Require []string `json:"require,omitempty" default:"none" help:"conditions on measures, with the operators of --where, + - * and parentheses: the solutions are those that meet all of them; a measure here need not be in measures" example:"[crossroads=0, on_edge(I5)=1]"`
	// Crosstabs are pairs of measures or columns, as written.
	Crosstabs [][2]string `json:"crosstabs,omitempty" default:"none" help:"pairs of measures or columns that are counted together" example:"[[crossroads, on_edge(I5)]]"`
	// Breakdowns of measures or columns by others, as written.
	Breakdowns []breakdown `json:"breakdowns,omitempty" default:"none" help:"means of measures or columns, group by group" example:"[{by: [on_edge(I5)], of: [crossroads]}]"`
	// Sample is nil unless the job is a sample.
	Sample *sample `json:"sample,omitempty" help:"how a sample is drawn; only with job: sample, and needed there" example:"{draws: 20000, sampler: uniform}"`
	// Output says what the rows hold, if there are any.
	Output output `json:"output" help:"what the rows hold, or that there are none" example:"{grid: true}"`
	// Kernel is the name of a kernel; by default "auto".
	Kernel string `json:"kernel" default:"auto" help:"the search algorithm; coverstat check says which one auto takes, and a wrong name is answered with all names; sweep, with output: {rows: false}, counts layer by layer without a list" example:"dlx"`
	// MaxShare is the cut: no task is a larger part of the search tree. It is
	// above 0 and at most 1. By default, 0, the job chooses it.
	MaxShare float64 `json:"cut,omitempty" default:"by the size of the search" help:"the largest share of the search that one task may be, above 0 and at most 1, such that there are at most 1,048,576 tasks" example:"0.001"`

	root *node // the whole document, flags laid over
	file string

	folder string                     // where relative paths of the config start; "embedded:" for shipped runs
	nearby []string                   // folders in which files of a manifest are looked for, too
	wanted map[string]enumerate.Input // of the run that a manifest describes, by path as written

	mu     sync.Mutex
	opened map[string]opened // the inputs, by path as written
}

// breakdown asks for the means of some columns wherever others have the same
// values.
type breakdown struct {
	// one to [enumerate.MaxBy]
	By []string `json:"by" help:"the measures or columns that make the groups, one to three" example:"[on_edge(I5)]"`
	Of []string `json:"of" help:"the measures or columns whose means are wanted" example:"[crossroads]"` // one or more
}

// output says what the rows hold, if there are any.
type output struct {
	// Grid asks for the grid column and all that can be recomputed from it. It
	// is true by default.
	Grid bool `json:"grid" default:"true" help:"false: only the option numbers, which take less space" example:"false"`
	// Rows asks for the rows, by default. Without them a census has the same
	// statistics, which are found without a list where the measures allow it.
	Rows bool `json:"rows" default:"true" help:"false: statistics and tables alone, of a census; so 10^30 solutions are no more work than 10^6, where the measures add up over pieces" example:"false"`
	// Solution asks for a solution in the rows of a survey.
	Solution bool `json:"solution,omitempty" default:"false" help:"true: a column with the solution of each board or set that has one, up to symmetry; in surveys of polyforms" example:"true"`
	// Diagram asks for the diagram of all solutions of a census as tables.
	Diagram bool `json:"diagram,omitempty" default:"false" help:"true: tables/nodes and tables/arcs, whose paths are all solutions of a census" example:"true"`
	// Memory bounds what statistics without rows and diagrams take; it does not change them.
	Memory byteSize `yaml:"memory_limit" json:"-" default:"1GiB" help:"memory for statistics without rows, and for the diagram of all solutions" example:"4GiB"`
}

// maxTitle bounds a title: a longer text is a description.
const maxTitle = 120

// newPlan decodes the document and checks the keys of a config one by one.
// base is the default name.
func newPlan(root *node, file, base string) (*Plan, error) {
	p := &Plan{
		Name: base, Measures: []string{}, Output: output{Grid: true, Rows: true}, Kernel: "auto",
		Sample: &sample{SampleSpec: enumerate.SampleSpec{Sampler: "shuffled", Seed: 1}}, root: root, file: file,
	}
	if root.kind == nullKind {
		return nil, place{file: file}.fault("family, job and puzzle", "the config is empty")
	}
	if err := decode(root, "", p); err != nil {
		return nil, err
	}
	for _, required := range [][2]string{
		{"family", "the kind of puzzle, such as family: polyomino"},
		{"job", "job: census, survey or sample"},
		{"puzzle", "the parameters of the puzzle"},
	} {
		if root.child(required[0]) == nil {
			return nil, place{file: file}.fault(required[1], "key %q is missing", required[0])
		}
	}
	return p, p.check()
}

// check refuses values that do not fit, and drops the section sample where the job is none.
func (p *Plan) check() error {
	const mostDraws = 1e12
	s, got := p.Sample, "got a "+string(p.Kind)
	_, drawn := p.root.find("sample.draws")
	for _, c := range []struct {
		wrong                  bool
		key, expected, problem string
	}{
		{!goodName(p.Name), "name",
			"letters, digits and . _ - (it names a folder), at most 100, beginning with a letter or digit",
			"got " + strconv.Quote(enumerate.Shorten(p.Name))},
		{utf8.RuneCountInString(p.Title) > maxTitle || strings.ContainsAny(p.Title, "\n\r"), "title",
			fmt.Sprintf("one line of at most %d characters", maxTitle), "got " + strconv.Quote(enumerate.Shorten(p.Title))},
		{p.Kernel == "", "kernel", "auto or a kernel's name", "got nothing"},
		{!(p.MaxShare > 0 && p.MaxShare <= 1) && p.root.child("cut") != nil, "cut",
			"a share of the work above 0 and at most 1", fmt.Sprint("got ", p.MaxShare)},
		{!p.Output.Rows && p.Kind != enumerate.Census, "output.rows", "true, or job: census",
			"statistics without rows are those of a census: " + got},
		{p.Output.Diagram && p.Kind != enumerate.Census, "output.diagram", "job: census", got},
		{s.NodeLimit < 0, "sample.node_limit", "0 (the sampler's default) or more", fmt.Sprint("got ", s.NodeLimit)},
		{drawn && (s.Draws < 1 || s.Draws > mostDraws), "sample.draws", "1 to 10^12", fmt.Sprint("got ", s.Draws)},
		{s.Weight && s.Sampler == "uniform", "sample.weight", "false for sampler uniform",
			"uniform draws all have the same weight"},
		{s.From != "" && s.Sampler != "uniform", "sample.from", "sampler: uniform",
			"draws from a census are uniform, got sampler " + s.Sampler},
	} {
		if c.wrong {
			return p.Fault(c.key, c.expected, "%s: %s", c.key, c.problem)
		}
	}
	for i, b := range p.Breakdowns {
		at := fmt.Sprintf("breakdowns.%d", i)
		if n := len(b.By); n < 1 || n > enumerate.MaxBy {
			return p.Fault(at+".by", fmt.Sprintf("1 to %d measures or columns", enumerate.MaxBy),
				"%s.by: got %d", at, n)
		}
		if len(b.Of) == 0 {
			return p.Fault(at+".of", "the measures or columns whose means are wanted", "%s.of: got none", at)
		}
	}
	if p.Kind == enumerate.Sample {
		if !drawn {
			return p.Fault("sample", "the number of draws, such as sample: {draws: 20000}", "sample.draws is missing")
		}
		s.MemoryLimit = int64(s.Memory)
		return nil
	}
	p.Sample = nil
	return p.refuseSample()
}

// Fault is an input error at a key of the config, a dotted path such as
// "family" or "measures.2".
func (p *Plan) Fault(key, expected, format string, args ...any) error {
	return p.Locate(&enumerate.InputError{Key: key, Problem: fmt.Sprintf(format, args...), Expected: expected})
}

// Locate gives an input error that has no place the place of the config key
// that it names: of the value, or of the flag that set something in it. If the
// key is not there, it is the place of the nearest one above it; an error that
// names no key has the place of the key "puzzle". Other errors are returned as
// they are.
func (p *Plan) Locate(err error) error {
	var input *enumerate.InputError
	if !errors.As(err, &input) || input.File != "" {
		return err
	}
	problem, expected := input.Problem, input.Expected
	if err != error(input) {
		problem, expected = err.Error(), "" // the wrapping says more
	}
	c, found := p.root.find(input.Key)
	if input.Key == "" {
		c, _ = p.root.find("puzzle")
	}
	at := c.at
	if flagged := c.value.flagged(); found && flagged != nil {
		at = flagged.at
	} else if found || c.value.kind == stringKind { // a text may stand for a mapping, as the picture of a board does
		at = c.value.within(input.Line, input.Column)
	}
	fault := at.fault(expected, "%s", problem)
	fault.Key = input.Key
	return fault
}

// Spec is the plan as the family sees it.
func (p *Plan) Spec() enumerate.Spec {
	s := enumerate.Spec{
		Kind:     p.Kind,
		Puzzle:   func(into any) error { return decode(p.Puzzle, "puzzle", into) },
		Measures: p.Measures,
		Require:  p.Require,
		Compact:  !p.Output.Grid,
		Solution: p.Output.Solution,
		Kernel:   p.Kernel,
		MaxShare: p.MaxShare,
		Open:     p.open,
	}
	if p.Sample != nil {
		s.Sample = &p.Sample.SampleSpec
	}
	return s
}

// Canonical is the config as JSON with sorted keys and all defaults written
// out: the manifest holds it, and it decides what the dataset is. Nothing in it
// depends on workers, memory or the machine. [FromManifest] reads it.
func (p *Plan) Canonical() []byte { return p.canonical() }

// canonical is the config without some of its keys.
func (p *Plan) canonical(without ...string) []byte {
	return marshal(p.part(func(key string) bool { return !slices.Contains(without, key) }))
}

// part is the tree of some keys of the canonical config.
func (p *Plan) part(has func(key string) bool) *node {
	n, err := parseJSON(place{}, marshal(p))
	if err != nil {
		panic(fmt.Sprintf("configs: %v", err)) // it was written a moment ago
	}
	n.children = slices.DeleteFunc(n.children, func(c child) bool { return !has(c.key) })
	return n
}

// Asked identifies the solutions that the config asks for, as JSON: by its family, puzzle and require. What a file
// contains stands for its name.
func (p *Plan) Asked() []byte {
	n := p.part(func(key string) bool { return key == "family" || key == "puzzle" || key == "require" })
	for _, in := range p.files() {
		n.child("puzzle").value.walk(func(v *node) {
			if v.kind == stringKind && v.text == in.Path {
				v.text = "a file of sha256 " + in.SHA256
			}
		})
	}
	return marshal(n)
}

// Digest identifies everything that the rows depend on: it is a SHA-256, in hexadecimal, of the canonical config, of
// the contents of the inputs, which are those opened so far or, if the plan is [FromManifest], those of the manifest,
// and of the kernel that was chosen for kernel: auto, because each kernel lists the rows in its own order. Title and
// description are left out. Equal digests mean equal datasets.
func (p *Plan) Digest(kernel string) string {
	h := sha256.New()
	h.Write(p.canonical("title", "description"))
	for _, in := range p.files() {
		fmt.Fprintf(h, "\n%s %s", in.SHA256, in.Path)
	}
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%x\n%s\n", h.Sum(nil), kernel)))
}

// DropUnknown removes the crosstabs and breakdowns of the file that name what
// is not known any more because a flag changed the measures: a user who asks
// for other measures did not ask for those.
func (p *Plan) DropUnknown(known func(name string) bool) {
	unknown := func(name string) bool { return !known(name) }
	if !p.flagged("measures") {
		return
	}
	if !p.flagged("crosstabs") {
		p.Crosstabs = slices.DeleteFunc(p.Crosstabs,
			func(c [2]string) bool { return slices.ContainsFunc(c[:], unknown) })
	}
	if !p.flagged("breakdowns") {
		p.Breakdowns = slices.DeleteFunc(p.Breakdowns, func(b breakdown) bool {
			return slices.ContainsFunc(b.By, unknown) || slices.ContainsFunc(b.Of, unknown)
		})
	}
}

// flagged reports whether a flag set a key or something below it.
func (p *Plan) flagged(key string) bool {
	c, found := p.root.find(key)
	return found && c.value.flagged() != nil
}

// sample is the sample section of a config. By default the sampler is shuffled
// and the seed is 1; the number of draws has no default.
type sample struct {
	enumerate.SampleSpec
	// Memory is MemoryLimit as a config writes it.
	Memory byteSize `yaml:"memory_limit" json:"-" default:"256MiB" help:"memory for the solutions that were drawn, in all workers together; the counts behind uniform draws may take as much, but at least 1GiB" example:"1GiB"`
}

// refuseSample refuses a sample section that would have no effect. It accepts
// the section of a file whose job a flag has changed.
func (p *Plan) refuseSample() error {
	c, found := p.root.find("sample")
	if !found || c.value.kind == nullKind {
		return nil
	}
	at := c.at
	if set := c.value.flagged(); set != nil {
		at = set.at
	}
	if job, _ := p.root.find("job"); job.at.flag && !at.flag {
		return nil
	}
	return at.fault("job: sample, or no sample", "sample has no meaning in a %s", p.Kind)
}

// byteSize is a number of bytes: 1000000, or a text such as 200MB or 1GiB.
type byteSize int64

// UnmarshalYAML reads a number of bytes.
func (b *byteSize) UnmarshalYAML(decode func(any) error) error {
	var text string
	if err := decode(&text); err != nil {
		return err
	}
	m := regexp.MustCompile(`^([0-9]+)(\.[0-9]+)? ?([kKMGT]i?)?B?$`).FindStringSubmatch(text)
	if m == nil {
		return &enumerate.InputError{Problem: fmt.Sprintf("got %q", enumerate.Shorten(text)),
			Expected: "a number of bytes, such as 200MB or 1GiB"}
	}
	x, _ := strconv.ParseFloat(m[1]+m[2], 64) // at worst infinite
	if m[3] != "" {
		base := 1000.0
		if len(m[3]) == 2 {
			base = 1024
		}
		x *= math.Pow(base, float64(1+strings.Index("KMGT", strings.ToUpper(m[3][:1]))))
	}
	if x < 1<<20 || x > 1<<50 {
		return &enumerate.InputError{Problem: fmt.Sprintf("got %q", text), Expected: "1MiB to 1PiB"}
	}
	*b = byteSize(x)
	return nil
}

// MarshalJSON writes the canonical form of a value: keys sorted, whole numbers
// as written, other numbers in their shortest form, and whole numbers that a
// double cannot hold as texts.
func (n *node) MarshalJSON() ([]byte, error) { return marshal(n.canonical()), nil }

// canonical is the value as encoding/json writes it in canonical form.
func (n *node) canonical() any {
	switch n.kind {
	case boolKind:
		return n.text == "true"
	case stringKind:
		return n.text
	case numberKind:
		if !isWhole(n.text) {
			if x, err := strconv.ParseFloat(n.text, 64); err == nil {
				return x
			}
		}
		if x, err := strconv.ParseInt(n.text, 10, 64); err != nil || x > maxExact || x < -maxExact {
			return n.text
		}
		return json.Number(n.text)
	case listKind:
		out := make([]any, len(n.children))
		for i, c := range n.children {
			out[i] = c.value.canonical()
		}
		return out
	case mapKind:
		out := make(map[string]any, len(n.children))
		for _, c := range n.children {
			out[c.key] = c.value.canonical()
		}
		return out
	}
	return nil
}

// maxExact is the largest whole number that a reader who knows only doubles
// cannot take for its neighbour.
const maxExact = 1 << 53

// marshal writes JSON without the escapes that encoding/json makes for HTML.
func marshal(x any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic(fmt.Sprintf("configs: %v", err)) // maps, lists and basic types always encode
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// parseJSON reads JSON into a tree whose values are all at one place. The YAML
// parser is not used for it because that refuses documents that a config and
// its flags can add up to: it limits bytes, keys and nesting.
func parseJSON(at place, data []byte) (*node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		return nil, at.fault("the config as coverstat wrote it", "%v", err)
	}
	return fromJSON(at, x), nil
}

// fromJSON makes a tree of a value that encoding/json decoded.
func fromJSON(at place, x any) *node {
	n := &node{at: at}
	switch x := x.(type) {
	case bool:
		n.kind, n.text = boolKind, strconv.FormatBool(x)
	case string:
		n.kind, n.text = stringKind, x
	case json.Number:
		n.kind, n.text = numberKind, x.String()
	case []any:
		n.kind = listKind
		for _, element := range x {
			n.add(fromJSON(at, element))
		}
	case map[string]any:
		n.kind = mapKind
		for _, key := range slices.Sorted(maps.Keys(x)) {
			n.put(key, at, fromJSON(at, x[key]))
		}
	}
	return n
}
