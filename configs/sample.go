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

// checkSample checks the section, and drops it where the job is no sample.
func (p *Plan) checkSample() error {
	const most = 1e12
	s := p.Sample
	_, drawn := p.root.find("sample.draws")
	switch {
	case s.Weight && s.Sampler == "uniform":
		return p.Fault("sample.weight", "false for sampler uniform", "sample.weight: uniform draws all have the same weight")
	case s.NodeLimit < 0:
		return p.Fault("sample.node_limit", "0 (the sampler's default) or more", "sample.node_limit: got %d", s.NodeLimit)
	case drawn && (s.Draws < 1 || s.Draws > most):
		return p.Fault("sample.draws", "1 to 10^12", "sample.draws: got %d", s.Draws)
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

// UnmarshalText reads a number of bytes.
func (b *byteSize) UnmarshalText(text []byte) error {
	m := regexp.MustCompile(`^([0-9]+)(\.[0-9]+)? ?([kMGT]i?)?B?$`).FindStringSubmatch(string(text))
	if m == nil {
		return &enumerate.InputError{Problem: fmt.Sprintf("got %q", enumerate.Shorten(string(text))), Expected: "a number of bytes, such as 200MB or 1GiB"}
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
