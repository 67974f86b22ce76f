package survey

import (
	"fmt"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/condition"
)

// A Draw is the key draw of a survey: how many instances are drawn, or until when. The zero value draws none.
type Draw struct {
	// Number is the number of draws, or the most that there are until enough instances meet the condition.
	Number int64
	// Until is the number of instances that meet the condition Where with which the survey ends; 0 if it ends with the
	// draws.
	Until int64
	Where string
}

// mostDraws is the number of draws at most where a config does not say.
const mostDraws = 10_000_000

// UnmarshalYAML accepts a number or a mapping.
func (d *Draw) UnmarshalYAML(decode func(any) error) error {
	if decode(&d.Number) == nil {
		return nil
	}
	var until struct {
		Until  int64  `yaml:"until" help:"draw until so many instances meet where: these are the rows" example:"20000"`
		Where  string `yaml:"where" help:"a condition on the columns of the rows, as --where takes it" example:"solutions=1"`
		AtMost int64  `yaml:"at_most" default:"10000000" help:"the survey ends after so many draws, however few instances meet where" example:"1000000"`
	}
	until.AtMost = mostDraws
	if err := decode(&until); err != nil {
		return err
	}
	switch {
	case until.Until < 1:
		return enumerate.Errorf("draw: until %d: expected a number of rows, 1 or more", until.Until)
	case until.Where == "":
		return enumerate.Errorf(
			"draw: until without where: expected a condition on columns, such as where: solutions=1")
	case until.AtMost < until.Until || until.AtMost > mostDraws:
		return enumerate.Errorf("draw: at_most %d: expected as many as until or more, %d at most",
			until.AtMost, mostDraws)
	}
	*d = Draw{until.AtMost, until.Until, until.Where}
	return nil
}

// AtMost is "at most " where the number of draws is not known before.
func (d Draw) AtMost() string {
	if d.Until > 0 {
		return "at most "
	}
	return ""
}

// untilStride is the number of instances of a task of a survey that ends with a number of rows, if its family sets
// none: a worker may do some tasks too many.
const untilStride = 64

// Tasks is the number of tasks of so many draws that end with a number of rows.
func (d Draw) Tasks(draws int64) int {
	return int(min((draws+untilStride-1)/untilStride, enumerate.MostTasks))
}

// DrawUntil makes the rows of the survey those instances that meet the condition of the draw, and ends it with so many
// of them, if that is what the draw says. The survey needs a column [enumerate.DrawColumn]: the number of an instance
// among those that are drawn, from 0, so that the numbers ascend.
func (s *Survey[A]) DrawUntil(d Draw) error {
	if d.Until == 0 {
		return nil
	}
	s.until = d
	if _, err := s.meets(); err != nil {
		return enumerate.AtKey("puzzle.draw.where", err)
	}
	if x := s.Source; x != nil {
		x.Stride = max(x.Stride, (x.Count+enumerate.MostTasks-1)/enumerate.MostTasks)
	}
	f := &s.Features
	f.Covers, f.CountRows, f.Analysis.Until, f.Analysis.Where = nil, nil, d.Until, d.Where
	if f.Analysis.Drawn != "" {
		f.Analysis.Drawn += "; and of these, those that meet " + d.Where
	}
	s.Facts = append(s.Facts, enumerate.Fact{Key: "until", Value: d.Until,
		Text: fmt.Sprintf(
			"drawn until %s meet %s, after %s at the latest; how many draws that takes is not known before",
			enumerate.Grouped(d.Until), d.Where, enumerate.Plural(d.Number, "draw"))})
	return nil
}

// meets returns the condition that rows must meet, for one goroutine; nil if there is none.
func (s *Survey[A]) meets() (*condition.Condition, error) {
	var names []string
	var all []int
	for i := range s.Columns {
		names, all = append(names, s.Columns[i].Name), append(all, i)
	}
	c, err := condition.Parse(s.until.Where, func(name string) (int, enumerate.Column, error) {
		for i := range s.Columns {
			if s.Columns[i].Name == name {
				return i, s.Columns[i].Column, nil
			}
		}
		return 0, enumerate.Column{}, enumerate.Unknown("no column", name, names, "")
	})
	if c != nil {
		c.Bind(all)
	}
	return c, err
}

// Draws are things that are drawn one after another, each once: what was drawn before is no draw. They are made when
// they are asked for, and depend on nothing but their number.
type Draws[T any, K comparable] struct {
	// One makes draw i of those with repetitions.
	One func(i int64) T
	// Key is equal for things that are the same.
	Key func(T) K
	// Most is the number of draws with repetitions, and All that of different things; 0 if it is not known.
	Most, All int64

	mu    sync.Mutex
	made  int64 // draws with repetitions
	met   map[K]bool
	drawn []T
}

// Range returns the things from number from up to, not including, number to; fewer if there are no more or stop was
// set.
func (d *Draws[T, K]) Range(from, to int64, stop *atomic.Bool) []T {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.met == nil {
		d.met = map[K]bool{}
	}
	for int64(len(d.drawn)) < to && d.made < d.Most && (d.All == 0 || int64(len(d.drawn)) < d.All) && !stop.Load() {
		x := d.One(d.made)
		d.made++
		if k := d.Key(x); !d.met[k] {
			d.met[k] = true
			d.drawn = append(d.drawn, x)
		}
	}
	to = min(to, int64(len(d.drawn)))
	return d.drawn[min(from, to):to]
}

// Whole makes all draws and returns the things, of which there are no more. They may be sorted.
func (d *Draws[T, K]) Whole(stop *atomic.Bool) []T {
	drawn := d.Range(0, d.Most, stop)
	d.All = int64(len(drawn))
	return drawn
}

// Has reports whether a thing has been drawn so far.
func (d *Draws[T, K]) Has(key K) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.met[key]
}
