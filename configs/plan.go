package configs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"coverstat/enumerate"
)

// A Plan is a config with everything resolved that does not need the family.
// It is not changed after loading, but for the inputs that [enumerate.Spec]'s
// Open records; those may be opened from several goroutines.
type Plan struct {
	Name   string
	Family string
	Kind   enumerate.Kind
	// Measures are the measures asked for, as written.
	Measures []string
	// Sample is nil unless Kind is Sample.
	Sample *enumerate.SampleSpec
	// MemoryLimit is the bytes a sample may hold before it spills; 0 is the
	// program's default. It never changes a result.
	MemoryLimit int64
	// Grid asks for the grid column and all that can be recomputed from it.
	Grid bool
	// Kernel is a kernel's name or "auto".
	Kernel string
	// MaxShare is the cut: no task above this part of the search tree.
	MaxShare float64

	root   *node // the whole document, flags laid over
	puzzle *node
	file   string // what errors call the config
	inputs inputs
}

// Defaults of a config.
const (
	DefaultKernel  = "auto"
	DefaultCut     = 0.001
	DefaultSampler = "shuffled"
	DefaultSeed    = 1
)

// document is the whole of a run file.
type document struct {
	Name     string         `yaml:"name"`
	Family   *string        `yaml:"family"`
	Job      *string        `yaml:"job"`
	Puzzle   *node          `yaml:"puzzle"`
	Measures []string       `yaml:"measures"`
	Sample   *sampleSection `yaml:"sample"`
	Output   outputSection  `yaml:"output"`
	Kernel   string         `yaml:"kernel"`
	Cut      *float64       `yaml:"cut"`
}

type sampleSection struct {
	Draws       *int64    `yaml:"draws"`
	Sampler     string    `yaml:"sampler"`
	Seed        *uint64   `yaml:"seed"`
	MemoryLimit *byteSize `yaml:"memory_limit"`
	NodeLimit   *int64    `yaml:"node_limit"`
}

type outputSection struct {
	Grid *bool `yaml:"grid"`
}

var samplers = []string{"shuffled", "random-item", "uniform"}

// newPlan checks the document. base is the default name.
func newPlan(root *node, file, base string) (*Plan, error) {
	doc := document{Name: base, Kernel: DefaultKernel}
	if root.kind == nullKind {
		return nil, place{file: file}.fault("family, job and puzzle", "the config is empty")
	}
	if err := decode(root, "", &doc); err != nil {
		return nil, err
	}
	p := &Plan{
		Name: doc.Name, Measures: rejoin(doc.Measures), Grid: true,
		Kernel: doc.Kernel, MaxShare: DefaultCut,
		root: root, puzzle: doc.Puzzle, file: file,
	}
	missing := func(key, expected string) error {
		return place{file: file}.fault(expected, "key %q is missing", key)
	}
	if doc.Family == nil {
		return nil, missing("family", "the kind of puzzle, such as family: polyomino")
	}
	if doc.Job == nil {
		return nil, missing("job", "job: census, survey or sample")
	}
	if doc.Puzzle == nil {
		return nil, missing("puzzle", "the parameters of the puzzle")
	}
	if doc.Puzzle.kind != mapKind && doc.Puzzle.kind != nullKind {
		return nil, doc.Puzzle.mismatch("puzzle", "a mapping")
	}
	p.Family = *doc.Family
	if !goodName(p.Name) {
		return nil, p.Fault("name", "letters, digits and . _ - (it names a folder), at most 100, beginning with a letter or digit",
			"name: got %q", shorten(p.Name))
	}
	kinds := []string{string(enumerate.Census), string(enumerate.Survey), string(enumerate.Sample)}
	if p.Kind = enumerate.Kind(*doc.Job); !contains(kinds, *doc.Job) {
		return nil, p.Fault("job", oneOf(kinds), "job: got %q%s", shorten(*doc.Job), hint(*doc.Job, kinds))
	}
	if p.Kernel == "" {
		return nil, p.Fault("kernel", "auto or a kernel's name", "kernel: got nothing")
	}
	if doc.Cut != nil {
		if p.MaxShare = *doc.Cut; !(p.MaxShare > 0 && p.MaxShare <= 1) {
			return nil, p.Fault("cut", "a share of the work above 0 and at most 1", "cut: got %v", p.MaxShare)
		}
	}
	if doc.Output.Grid != nil {
		p.Grid = *doc.Output.Grid
	}
	return p, p.setSample(doc.Sample)
}

func (p *Plan) setSample(s *sampleSection) error {
	if s == nil {
		s = &sampleSection{}
	}
	if s.Sampler == "" {
		s.Sampler = DefaultSampler
	}
	if !contains(samplers, s.Sampler) {
		return p.Fault("sample.sampler", oneOf(samplers), "sample.sampler: got %q%s",
			shorten(s.Sampler), hint(s.Sampler, samplers))
	}
	if s.MemoryLimit != nil {
		p.MemoryLimit = int64(*s.MemoryLimit)
	}
	spec := enumerate.SampleSpec{Sampler: s.Sampler, Seed: DefaultSeed}
	if s.Seed != nil {
		spec.Seed = *s.Seed
	}
	if s.NodeLimit != nil {
		if spec.NodeLimit = *s.NodeLimit; spec.NodeLimit < 0 {
			return p.Fault("sample.node_limit", "0 (the sampler's default) or more", "sample.node_limit: got %d", spec.NodeLimit)
		}
	}
	if s.Draws != nil {
		const most = 1e12
		if spec.Draws = *s.Draws; spec.Draws < 1 || spec.Draws > most {
			return p.Fault("sample.draws", "1 to 10^12", "sample.draws: got %d", spec.Draws)
		}
	}
	if p.Kind != enumerate.Sample {
		return nil
	}
	if s.Draws == nil {
		return p.Fault("sample", "the number of draws, such as sample: {draws: 20000}", "sample.draws is missing")
	}
	p.Sample = &spec
	return nil
}

// Spec is the plan as the family sees it.
func (p *Plan) Spec() enumerate.Spec {
	return enumerate.Spec{
		Name: p.Name, Kind: p.Kind,
		Puzzle:   func(into any) error { return decode(p.puzzle, "puzzle", into) },
		Measures: p.Measures,
		Sample:   p.Sample,
		Compact:  !p.Grid,
		Kernel:   p.Kernel,
		MaxShare: p.MaxShare,
		Open:     func(path string) (io.ReadCloser, error) { return p.inputs.open(p, path) },
	}
}

// Canonical is the config as JSON with sorted keys and all defaults written
// out: what the manifest holds, and what decides what the dataset is. Nothing
// in it depends on workers, memory or the machine. [FromManifest] reads it.
func (p *Plan) Canonical() []byte {
	m := map[string]any{
		"name": p.Name, "family": p.Family, "job": string(p.Kind), "kernel": p.Kernel,
		"cut": p.MaxShare, "measures": append([]string{}, p.Measures...),
		"output": map[string]any{"grid": p.Grid}, "puzzle": p.puzzle.canonical(),
	}
	if s := p.Sample; s != nil {
		m["sample"] = map[string]any{
			"draws": wholeJSON(strconv.FormatInt(s.Draws, 10)), "sampler": s.Sampler,
			"seed":       wholeJSON(strconv.FormatUint(s.Seed, 10)),
			"node_limit": wholeJSON(strconv.FormatInt(s.NodeLimit, 10)),
		}
	}
	return marshal(m)
}

// Digest is the SHA-256, in hexadecimal, of the canonical config and of the
// contents of the inputs opened so far. Equal digests, equal datasets.
func (p *Plan) Digest() string {
	h := sha256.New()
	h.Write(p.Canonical())
	for _, in := range p.Inputs() {
		fmt.Fprintf(h, "\n%s %s", in.SHA256, in.Path)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Fault is an input error at a key of the config, a dotted path such as
// "family" or "measures.2"; if the key is not there, at the nearest above it.
func (p *Plan) Fault(path, expected, format string, args ...any) error {
	e := p.root.find(path).at.fault(expected, format, args...)
	if e.File == "" {
		e.File = p.file
	}
	return e
}

// Locate gives an input error that has no place (a family's, say) one: the
// config's file, and if the error quotes a text that stands in the config just
// once, its line and column. Other errors it returns as they are.
func (p *Plan) Locate(err error) error {
	var input *enumerate.InputError
	if !errors.As(err, &input) || input.File != "" {
		return err
	}
	at := place{file: p.file, line: input.Line, column: input.Column}
	if input.Line == 0 {
		if n := p.quoted(err.Error()); n != nil {
			at = n.at
		}
		return at.fault("", "%v", err) // the wrapping says where in the puzzle it is
	}
	return at.fault(input.Expected, "%s", input.Problem)
}

// quoted returns the one value whose text a message quotes; of several such
// texts it takes the longest, and nil if that stands in the config twice.
func (p *Plan) quoted(message string) *node {
	var best *node
	unique := false
	p.root.walk(func(n *node) {
		if n.kind != stringKind || n.text == "" || !strings.Contains(message, strconv.Quote(n.text)) {
			return
		}
		switch {
		case best == nil || len(n.text) > len(best.text):
			best, unique = n, true
		case n.text == best.text:
			unique = false
		}
	})
	if !unique || best.at.file == "" {
		return nil
	}
	return best
}

// rejoin repairs what a YAML list in brackets does to adjacent(F5,P5): without
// quotes it is two elements. No measure has parentheses that do not match.
func rejoin(measures []string) []string {
	var out []string
	open := false
	for _, m := range measures {
		if open {
			out[len(out)-1] += "," + m
		} else {
			out = append(out, m)
		}
		last := out[len(out)-1]
		open = strings.Count(last, "(") > strings.Count(last, ")")
	}
	return out
}

func goodName(s string) bool {
	for i, r := range s {
		if !(unicode.IsLetter(r) || unicode.IsDigit(r) || i > 0 && strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return s != "" && len(s) <= 100
}

// byteSize is a number of bytes: 1000000, or a text such as 200MB or 1GiB.
type byteSize int64

var sizeSyntax = regexp.MustCompile(`^([0-9]{1,15})(\.[0-9]{1,6})? ?([kMGT]i?)?B?$`)

// UnmarshalYAML implements the decoder's hook.
func (b *byteSize) UnmarshalYAML(decode func(any) error) error {
	var text string
	if err := decode(&text); err != nil {
		return err
	}
	m := sizeSyntax.FindStringSubmatch(text)
	if m == nil {
		return &enumerate.InputError{Problem: fmt.Sprintf("got %q", shorten(text)), Expected: "a number of bytes, such as 200MB or 1GiB"}
	}
	x, _ := strconv.ParseFloat(m[1]+m[2], 64) // the pattern admits nothing else
	if m[3] != "" {
		base := 1000.0
		if len(m[3]) == 2 {
			base = 1024
		}
		x *= math.Pow(base, float64(1+strings.Index("kMGT", m[3][:1])))
	}
	if x < 1<<20 || x > 1<<50 {
		return &enumerate.InputError{Problem: fmt.Sprintf("got %q", text), Expected: "1MiB to 1PiB"}
	}
	*b = byteSize(x)
	return nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
