package configs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
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
	// Crosstabs and Breakdowns name measures or columns, as written.
	Crosstabs  [][2]string
	Breakdowns []enumerate.Breakdown
	// Sample is nil unless Kind is Sample.
	Sample *enumerate.SampleSpec
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
	Name       string             `yaml:"name"`
	Family     *string            `yaml:"family"`
	Job        *string            `yaml:"job"`
	Puzzle     *node              `yaml:"puzzle"`
	Measures   []string           `yaml:"measures"`
	Crosstabs  [][2]string        `yaml:"crosstabs"`
	Breakdowns []breakdownSection `yaml:"breakdowns"`
	Sample     *sampleSection     `yaml:"sample"`
	Output     outputSection      `yaml:"output"`
	Kernel     string             `yaml:"kernel"`
	Cut        *float64           `yaml:"cut"`
}

type outputSection struct {
	Grid *bool `yaml:"grid"`
}

// newPlan checks the document. base is the default name.
func newPlan(root *node, file, base string) (*Plan, error) {
	doc := document{Name: base, Kernel: DefaultKernel}
	if root.kind == nullKind {
		return nil, place{file: file}.fault("family, job and puzzle", "the config is empty")
	}
	rejoinAll(root)
	if err := decode(root, "", &doc); err != nil {
		return nil, err
	}
	p := &Plan{
		Name: doc.Name, Measures: doc.Measures, Grid: true,
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
	if err := p.setAnalysis(doc.Crosstabs, doc.Breakdowns); err != nil {
		return nil, err
	}
	return p, p.setSample(doc.Sample)
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
		sample := map[string]any{
			"draws": wholeJSON(strconv.FormatInt(s.Draws, 10)), "sampler": s.Sampler,
			"seed":       wholeJSON(strconv.FormatUint(s.Seed, 10)),
			"node_limit": wholeJSON(strconv.FormatInt(s.NodeLimit, 10)),
		}
		if s.Weight { // left out where it is not asked for, as it was before there were weights
			sample["weight"] = true
		}
		m["sample"] = sample
	}
	p.canonicalAnalysis(m)
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

// rejoin repairs what a YAML list in brackets does to adjacent(F5,P5): without
// quotes it is two elements. No measure has parentheses that do not match.
func rejoin(measures *node) {
	if measures == nil {
		return
	}
	var out []*node
	for _, m := range measures.list {
		if k := len(out) - 1; k >= 0 && out[k].kind == stringKind && strings.Count(out[k].text, "(") > strings.Count(out[k].text, ")") {
			out[k] = &node{kind: stringKind, at: out[k].at, text: out[k].text + "," + m.text}
		} else {
			out = append(out, m)
		}
	}
	measures.list = out
}

func goodName(s string) bool {
	for i, r := range s {
		if !(unicode.IsLetter(r) || unicode.IsDigit(r) || i > 0 && strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return s != "" && len(s) <= 100
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
