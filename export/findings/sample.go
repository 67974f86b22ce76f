package findings

import (
	"fmt"
	"math"

	"coverstat/enumerate"
	"coverstat/stats"
)

// sample adds what draws say of the classes that their sampler draws from.
func (f *Findings) sample(d *stats.Document) {
	s, e := d.Samples, d.Estimates
	all := f.count("draws", s.Drawn, s.Distinct)
	all.Distinct, all.Of = &s.Distinct, "different solutions"
	if f.Symmetric {
		all.Of += " " + UpToSymmetry
	}
	failed := s.Failed != nil && !s.Failed.IsZero()
	if failed {
		f.Counts = append(f.Counts, Count{Name: "failed draws", Raw: *s.Failed})
	}
	if e == nil || s.Drawn.IsZero() {
		return
	}
	say := func(format string, args ...any) { f.Sentences = append(f.Sentences, fmt.Sprintf(format, args...)) }
	say("the next draw is of a class seen before with probability %s", e.Coverage.Written(enumerate.Rounded, ""))
	if all := f.set.Manifest.DrawnFrom; all != nil {
		say("drawn from all %s", enumerate.Counted(all.Grouped(), "solution"))
		return
	}
	if n := e.EffectiveClasses; math.IsInf(n.Estimate, 0) {
		say("drawn as if from %s equally likely classes or more: no two draws are of one class", enumerate.About(n.Low))
	} else {
		say("drawn as if from %s", n.Written(enumerate.About, "equally likely classes"))
	}
	say("classes that can be drawn: at least about %s", e.ClassesAtLeast.Written(enumerate.About, ""))
	w := e.Weighted
	if w == nil {
		return
	}
	classes := ""
	if f.Symmetric {
		classes = ", " + w.Classes.Written(enumerate.About, UpToSymmetry)
	}
	say("corrected by weights: %s%s", w.Solutions.Written(enumerate.About, "solutions"), classes)
	say("as many uniform draws would see %s; these are worth %s", w.UniformClasses.Written(enumerate.About, "of them"), worth(w.EffectiveDraws))
	if w.EffectiveDraws < stats.FewEffectiveDraws {
		f.Warnings = append(f.Warnings, fmt.Sprintf("the draws are worth only %s, too few for intervals that could be trusted: estimates by weights have none", worth(w.EffectiveDraws)))
	}
	if failed {
		part := s.Drawn.Float() / s.Drawn.Add(*s.Failed).Float()
		f.Warnings = append(f.Warnings, fmt.Sprintf("draws failed, which biases the estimates by weights; with nothing found by those it is %s solutions, on average no more than there are",
			enumerate.About(part*w.Solutions.Estimate)))
	}
}

// worth says how many uniform draws tell as much as weighted ones.
func worth(draws float64) string {
	return enumerate.Counted(enumerate.Whole(draws), "uniform draw")
}
