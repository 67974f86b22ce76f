package configs

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"coverstat/enumerate"
)

// Sample is the sample section of a config. By default the sampler is shuffled
// and the seed is 1; the number of draws has no default.
type Sample struct {
	enumerate.SampleSpec
	// Memory is MemoryLimit as a config writes it.
	Memory byteSize `yaml:"memory_limit" json:"-" default:"256MiB" help:"memory for the solutions that were drawn, in all workers together; the counts behind uniform draws may take as much, but at least 1GiB" example:"1GiB"`
}

func defaultSample() *Sample {
	return &Sample{SampleSpec: enumerate.SampleSpec{Sampler: "shuffled", Seed: 1}}
}

// checkSample checks the section, and drops it where the job is no sample. drawn says whether
// it has the number of draws.
func (p *Plan) checkSample(drawn bool) error {
	s := p.Sample
	switch {
	case s.Weight && s.Sampler == "uniform":
		return p.Fault("sample.weight", "false for sampler uniform", "sample.weight: uniform draws all have the same weight")
	case p.Kind == enumerate.Sample && !drawn:
		return p.Fault("sample", "the number of draws, such as sample: {draws: 20000}", "sample.draws is missing")
	}
	s.MemoryLimit = int64(s.Memory)
	if p.Kind == enumerate.Sample {
		return nil
	}
	p.Sample = nil
	return p.refuseSample()
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
	m := regexp.MustCompile(`^([0-9]+)(\.[0-9]+)? ?([kMGT]i?)?B?$`).FindStringSubmatch(text)
	if m == nil {
		return &enumerate.InputError{Problem: fmt.Sprintf("got %q", enumerate.Shorten(text)), Expected: "a number of bytes, such as 200MB or 1GiB"}
	}
	x, _ := strconv.ParseFloat(m[1]+m[2], 64) // at worst infinite
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

// Shapes lists what UnmarshalYAML accepts.
func (byteSize) Shapes() []any { return []any{""} }
