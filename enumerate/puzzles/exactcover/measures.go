package exactcover

import (
	"regexp"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/symmetry"
)

// measures are all measures of the family.
var measures = []exact.Measure{
	{MeasureInfo: enumerate.MeasureInfo{Name: "size", Meaning: "options in the solution", Unit: "options"},
		Value: func(_ *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 { return int64(len(solution)) },
		Sum: func(p *enumerate.Problem) *enumerate.Sum {
			return &enumerate.Sum{Values: slices.Repeat([]int32{1}, p.Options())}
		}},
	{MeasureInfo: enumerate.MeasureInfo{Name: "secondary",
		Meaning: "secondary items covered, those with the bounds 0:1 among them", Unit: "items"},
		Value: func(p *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 {
			return coveredSecondary(p, solution)
		},
		Sum: func(p *enumerate.Problem) *enumerate.Sum {
			if p.Coloured() {
				return nil // options may share an item
			}
			sum := &enumerate.Sum{Values: make([]int32, p.Options())}
			for o := range sum.Values {
				sum.Values[o] = int32(coveredSecondary(p, []enumerate.OptionID{enumerate.OptionID(o)}))
			}
			return sum
		}},
	{MeasureInfo: enumerate.MeasureInfo{Name: "stabiliser", Meaning: "symmetries that map the solution to itself",
		Unit: "symmetries"},
		Value: func(_ *enumerate.Problem, _ []enumerate.OptionID,
			stabiliser int64) int64 {
			return stabiliser
		},
		NeedsStabiliser: true},
}

var forcing = exact.Forcing{Of: "options"}

// chosen is a measure with an argument: chosen(c:red), chosen(q*).
var chosen = enumerate.MeasureInfo{Name: "chosen(PATTERN)", Unit: "options",
	Meaning: "chosen options with an item that the pattern fits: a name as in the file, with its colour as in c:red; * stands for any characters"}

// measuresWith are all measures of the family, and those with the arguments that are asked
// for. A pattern must fit as many items of an option as of its images under the symmetries.
func (f *file) measuresWith(group *symmetry.Group, asked []string) ([]exact.Measure, error) {
	all := slices.Clone(measures)
	for _, written := range asked {
		name, args, closed := enumerate.ParseMeasure(written)
		if name != "chosen" || !closed || len(args) != 1 || slices.ContainsFunc(all, func(m exact.Measure) bool {
			return m.Name == written
		}) {
			continue
		}
		sum, err := f.chosen(group, written, args[0])
		if err != nil {
			return nil, err
		}
		info := chosen
		info.Name, info.Meaning = written, "chosen options with an item that "+args[0]+" fits"
		all = append(all, exact.Measure{MeasureInfo: info, Sum: func(*enumerate.Problem) *enumerate.Sum { return sum },
			Value: func(_ *enumerate.Problem, solution []enumerate.OptionID,
				_ int64) int64 {
				return sum.Of(solution)
			}})
	}
	return all, nil
}

// chosen counts the options with an item that a pattern fits.
func (f *file) chosen(group *symmetry.Group, written, pattern string) (*enumerate.Sum, error) {
	fits := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*") + "$")
	sum, some := &enumerate.Sum{Values: make([]int32, f.problem.Options())}, false
	for o, text := range f.options {
		if slices.ContainsFunc(strings.Fields(text), fits.MatchString) {
			sum.Values[o], some = 1, true
		}
	}
	for name := range f.items { // also of one that no option has: a solution has 0 of them
		some = some || fits.MatchString(name)
	}
	if !some {
		return nil, enumerate.Errorf("measure %q: the pattern fits no item", written)
	}
	for k := range group.Order() {
		for o, text := range f.options {
			if image := group.Image(k, enumerate.OptionID(o)); sum.Values[o] != sum.Values[image] {
				return nil, enumerate.Errorf(
					"measure %q: it counts the option %q and not its image under a symmetry, %q: expected a pattern that fits both, or a smaller puzzle.symmetry", written, text, f.options[image])
			}
		}
	}
	return sum, nil
}

// coveredSecondary counts the secondary items in a solution. An item that several
// options share with one colour counts once.
func coveredSecondary(p *enumerate.Problem, solution []enumerate.OptionID) int64 {
	var seen []enumerate.Item
	for _, o := range solution {
		for _, m := range p.Option(o) {
			if p.Item(m.Item).Secondary() && !slices.Contains(seen, m.Item) {
				seen = append(seen, m.Item)
			}
		}
	}
	return int64(len(seen))
}
