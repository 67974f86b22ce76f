package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/stats"
)

var errNoBoard = &enumerate.NoPictureError{
	Reason: "these solutions are no pieces on a board: coverstat explore answers questions about them"}

// Board returns the picture of the board of pieces, as configs write it. The error is an [enumerate.NoPictureError] if
// there is none.
func Board(s *study.Study) (string, error) {
	board := enumerate.Describe(s.Job.Facts()).Board
	if board == "" {
		return "", errNoBoard
	}
	return board, nil
}

// settings are the keys of the section puzzle of a config with which all solutions are those of a question, none where
// it gives and forbids nothing.
func (s *Session) settings(q *Question) ([]enumerate.Setting, error) {
	switch {
	case len(q.Given)+len(q.Forbid) == 0:
		return nil, nil
	case s.study.Job.Narrow == nil:
		return nil, errNoBoard
	}
	return s.study.Job.Narrow(q.Given, q.Forbid)
}

// YAML returns the lines of the section puzzle of a config with which all solutions are those of a question; "" where
// it gives and forbids nothing.
func (s *Session) YAML(q *Question) (string, error) {
	settings, err := s.settings(q)
	if err != nil || settings == nil {
		return "", err
	}
	var out strings.Builder
	block := func(head, indent, picture string) {
		out.WriteString(head + "|\n")
		for line := range strings.Lines(picture) {
			out.WriteString(strings.TrimRight(indent+line, " \n") + "\n")
		}
	}
	out.WriteString("puzzle:\n")
	for _, x := range settings {
		if x.Text != "" {
			block("  "+x.Key+": ", "    ", x.Text)
			continue
		}
		out.WriteString("  " + x.Key + ":\n")
		for _, text := range x.List {
			block("    - ", "      ", text)
		}
	}
	return out.String(), nil
}

// A Bar is how many solutions have a value of a measure.
type Bar struct {
	Value int64        `json:"value"`
	Raw   stats.Number `json:"raw"`
}

// Histogram counts the solutions of a question by the values of a measure, by ascending values. It makes no use of the
// diagram: a measure may ask for more than options.
func (s *Session) Histogram(ctx context.Context, q *Question, measure string) (bars []Bar, err error) {
	settings, err := s.settings(q)
	if err != nil {
		return nil, err
	}
	set := []string{fmt.Sprintf("measures=[%q]", measure), "output.rows=false"}
	for _, x := range settings {
		value := any(x.List)
		if x.Text != "" {
			value = x.Text
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		set = append(set, "puzzle."+x.Key+"="+string(text))
	}
	of := s.study.Plan
	plan, err := configs.Parse(of.Name+".json", of.Canonical(), set...)
	if err != nil {
		return nil, err
	}
	asked, err := study.OpenPlan(plan, false) // a list must have the measures, too
	if err != nil {
		return nil, err
	}
	methods, _, err := asked.MethodsFor(enumerate.Question{Values: true})
	if err != nil {
		return nil, err
	}
	_, totals, _, err := run.Answer(ctx, methods, run.Settings{Workers: 1})
	if err != nil {
		return nil, err
	}
	for _, g := range totals.Groups[0] {
		bars = append(bars, Bar{g.Values[0], stats.BigInt(g.Raw)})
	}
	return bars, nil
}
