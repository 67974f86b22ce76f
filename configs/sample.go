package configs

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"coverstat/enumerate"
)

// sampleSection is what a run file says of a sample.
type sampleSection struct {
	Draws       *int64    `yaml:"draws"`
	Sampler     string    `yaml:"sampler"`
	Seed        *uint64   `yaml:"seed"`
	MemoryLimit *byteSize `yaml:"memory_limit"`
	NodeLimit   *int64    `yaml:"node_limit"`
	Weight      bool      `yaml:"weight"`
}

var samplers = []string{"shuffled", "random-item", "uniform"}

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
	spec := enumerate.SampleSpec{Sampler: s.Sampler, Seed: DefaultSeed, Weight: s.Weight}
	if s.MemoryLimit != nil {
		spec.MemoryLimit = int64(*s.MemoryLimit)
	}
	if s.Weight && s.Sampler == "uniform" {
		return p.Fault("sample.weight", "false for sampler uniform", "sample.weight: uniform draws all have the same weight")
	}
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
		return p.refuseSample()
	}
	if s.Draws == nil {
		return p.Fault("sample", "the number of draws, such as sample: {draws: 20000}", "sample.draws is missing")
	}
	p.Sample = &spec
	return nil
}

// refuseSample refuses a sample section that would have no effect. It may stand
// in the file of a sample that a flag makes another job of, for once.
func (p *Plan) refuseSample() error {
	for _, e := range p.root.keys {
		if e.key != "sample" || e.value.kind == nullKind {
			continue
		}
		at := e.at
		for _, setting := range e.value.keys {
			if setting.at.flag {
				at = setting.at
			}
		}
		if p.root.find("job").at.flag && !at.flag {
			return nil
		}
		return at.fault("job: sample, or no sample", "sample has no meaning in a %s", p.Kind)
	}
	return nil
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
