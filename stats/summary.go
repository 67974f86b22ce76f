package stats

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// Summary is the part of stats.json that `coverstat stats` recomputes from the rows alone.
type Summary struct {
	Solutions *Solutions `json:"solutions,omitempty"`
	Instances *Instances `json:"instances,omitempty"`
	Samples   *Samples   `json:"samples,omitempty"`
	Measures  Measures   `json:"measures"`
	Estimates *Estimates `json:"estimates,omitempty"`
}

// CompareRaw returns an error if the rows do not stand for as many raw objects as the search counted before it dropped
// symmetric ones.
func (s *Summary) CompareRaw(counted Number) error {
	var rows Number
	switch {
	case s.Solutions != nil:
		rows = s.Solutions.Raw
	case s.Instances != nil:
		rows = s.Instances.Raw
	case s.Samples != nil:
		rows = s.Samples.Drawn
	}
	if rows.Cmp(counted) != 0 {
		return fmt.Errorf("the rows stand for %s, the search counted %s: the dataset is wrong", rows, counted)
	}
	return nil
}

// Solutions are the totals of a census.
type Solutions struct {
	Raw      Number `json:"raw"`
	Distinct Number `json:"distinct"` // up to symmetry
	// ByOrbitSize counts classes by their numbers of solutions, BySymmetry by their stabilisers; nil if unknown.
	ByOrbitSize Histogram    `json:"by_orbit_size,omitzero"`
	BySymmetry  []Stabiliser `json:"by_symmetry,omitzero"`
}

// A Stabiliser is the number of classes whose solutions have this stabiliser, or a conjugate one.
type Stabiliser struct {
	Name    string `json:"stabiliser"`
	Order   int    `json:"order"`
	Classes Number `json:"classes"`
}

// PublishStabilisers returns a list as stats.json has it.
func PublishStabilisers(list []enumerate.Stabiliser) []Stabiliser {
	if list == nil {
		return nil
	}
	all := []Stabiliser{}
	for _, s := range list {
		all = append(all, Stabiliser{s.Name, s.Order, BigInt(s.Classes)})
	}
	return all
}

// NoSymmetries says why classes are not counted by stabilisers where a family has a canonical form of its own.
const NoSymmetries = "the symmetries are not listed"

// FillStabilisers writes the classes by their stabilisers into a document of solutions, or says why it has none. counts
// is nil if the symmetries are not known.
func (d *Document) FillStabilisers(counts enumerate.StabiliserCounts) (why string) {
	switch {
	case d.Solutions == nil:
		return ""
	case !d.Complete:
		return "the solutions are not all there"
	case d.Solutions.Raw.IsZero():
		d.Solutions.BySymmetry = []Stabiliser{}
		return ""
	case counts == nil:
		return NoSymmetries
	}
	list, err := counts.Stabilisers()
	if err != nil {
		why = err.Error()
	}
	d.Solutions.BySymmetry = PublishStabilisers(list)
	return why
}

// orbitSizes counts classes by their numbers of solutions. The list begins with the largest orbits.
func orbitSizes(list []enumerate.Stabiliser) Histogram {
	if list == nil {
		return nil
	}
	sizes := Histogram{}
	for _, s := range slices.Backward(list) {
		if n := len(sizes) - 1; n >= 0 && sizes[n].Value == s.OrbitSize {
			sizes[n].Count = sizes[n].Count.Add(BigInt(s.Classes))
		} else {
			sizes = append(sizes, Bin{s.OrbitSize, BigInt(s.Classes)})
		}
	}
	return sizes
}

// Instances are the totals of a survey. An instance is unique if it is proven to have exactly one solution. The search of
// an undecided one was stopped: it is neither solvable nor unsolvable here. A capped one has more solutions than were
// counted.
type Instances struct {
	Raw              Number `json:"raw"`
	Distinct         Number `json:"distinct"`
	SolvableRaw      Number `json:"solvable_raw"`
	SolvableDistinct Number `json:"solvable_distinct"`
	UniqueRaw        Number `json:"unique_raw"`
	UniqueDistinct   Number `json:"unique_distinct"`

	UndecidedRaw      Number `json:"undecided_raw,omitzero"`
	UndecidedDistinct Number `json:"undecided_distinct,omitzero"`
	CappedRaw         Number `json:"capped_raw,omitzero"`
	CappedDistinct    Number `json:"capped_distinct,omitzero"`

	ByOrbitSize Histogram `json:"by_orbit_size,omitzero"`
}

// Samples are the totals of a sample: successful draws, and the classes seen.
type Samples struct {
	Drawn    Number `json:"drawn"`
	Distinct Number `json:"distinct"`
	// Failed counts draws without a solution within their node limit, which Drawn does not include; nil if unknown.
	Failed      *Number   `json:"failed,omitempty"`
	ByTimesSeen Histogram `json:"by_times_seen,omitzero"` // classes by how often they were seen
}

// Measure is the distribution of a measure, weighted by raw objects and by rows.
type Measure struct {
	Name     string          `json:"-"`
	Scale    enumerate.Scale `json:"scale,omitzero"` // count where it is left out
	Raw      Distribution    `json:"raw"`
	Distinct Distribution    `json:"distinct"`
}

func (m *Measure) name() *string { return &m.Name }

// Measures are in the order of the columns. In JSON they are one object.
type Measures = nameList[Measure, *Measure]
