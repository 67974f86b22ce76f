package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/stats"
)

// letters mark the cells of pieces in pictures of boards.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// Board returns the picture of the board of pieces, as configs write it. The error is an [enumerate.NoPictureError] if
// there is none.
func Board(s *study.Study) (string, error) {
	board := enumerate.Describe(s.Job.Facts()).Board
	if board == "" {
		return "", &enumerate.NoPictureError{
			Reason: "these solutions are no pieces on a board: coverstat explore answers questions about them"}
	}
	return board, nil
}

// marked are pictures of a board on which options are marked by letters: those that overlap stand on different
// pictures.
func marked(board string, cells [][]int32) (pictures []string) {
	var at []int // by cell: its place in the text
	for i, c := range board {
		if c != '\n' {
			at = append(at, i)
		}
	}
	var used []int // letters
	for _, list := range cells {
		fits := func(picture string) bool {
			return !slices.ContainsFunc(list, func(cell int32) bool { return picture[at[cell]] != board[at[cell]] })
		}
		k := 0
		for k < len(pictures) && (used[k] == len(letters) || !fits(pictures[k])) {
			k++
		}
		if k == len(pictures) {
			pictures, used = append(pictures, board), append(used, 0)
		}
		text := []byte(pictures[k])
		for _, cell := range list {
			text[at[cell]] = letters[used[k]]
		}
		pictures[k] = string(text)
		used[k]++
	}
	return pictures
}

// asked are the picture of what a config and a question give, and those of what they forbid; "" and none where the
// question does neither.
func (s *Session) asked(q *Question) (given string, forbidden []string, err error) {
	if len(q.Given)+len(q.Forbid) == 0 {
		return "", nil, nil
	}
	board, err := Board(s.study)
	if err != nil {
		return "", nil, err
	}
	var config struct {
		Puzzle struct {
			Given  *string `json:"given"`
			Forbid any     `json:"forbid"` // a picture or a list of them
		} `json:"puzzle"`
	}
	if err := json.Unmarshal(s.study.Plan.Canonical(), &config); err != nil {
		return "", nil, err
	}
	switch own := config.Puzzle.Forbid.(type) {
	case string:
		forbidden = append(forbidden, own)
	case []any:
		for _, picture := range own {
			forbidden = append(forbidden, fmt.Sprint(picture))
		}
	}
	options := slices.Clone(q.Given)
	if config.Puzzle.Given != nil { // what all solutions have stands for it
		s.explorer.Ask(nil, nil, new(atomic.Bool))
		for o, n := range s.explorer.Uses(new(atomic.Bool)) {
			if id := enumerate.OptionID(o); n.Cmp(s.explorer.Total()) == 0 && !slices.Contains(options, id) {
				options = append(options, id)
			}
		}
	}
	column := enumerate.ColumnIndex(s.options.Columns, "cells")
	cells := func(options []enumerate.OptionID) (list [][]int32) {
		for _, o := range options {
			list = append(list, s.options.ListAt(column, int(o)))
		}
		return list
	}
	switch pictures := marked(board, cells(options)); len(pictures) {
	case 0:
	case 1:
		given = pictures[0]
	default:
		return "", nil, enumerate.Errorf(
			"%d given pieces: expected at most %d, each with a letter, none on another one",
			len(options), len(letters))
	}
	return given, append(forbidden, marked(board, cells(q.Forbid))...), nil
}

// YAML returns the lines of the section puzzle of a config with which all solutions are those of a question; "" where
// it gives and forbids nothing.
func (s *Session) YAML(q *Question) (string, error) {
	given, forbidden, err := s.asked(q)
	if err != nil || given == "" && forbidden == nil {
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
	if given != "" {
		block("  given: ", "    ", given)
	}
	if len(forbidden) > 0 {
		out.WriteString("  forbid:\n")
	}
	for _, picture := range forbidden {
		block("    - ", "      ", picture)
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
	given, forbidden, err := s.asked(q)
	if err != nil {
		return nil, err
	}
	measures, err := json.Marshal([]string{measure})
	if err != nil {
		return nil, err
	}
	set := []string{"measures=" + string(measures), "output.rows=false"}
	if given != "" {
		set = append(set, fmt.Sprintf("puzzle.given=%q", given))
	}
	if len(forbidden) > 0 {
		list, err := json.Marshal(forbidden)
		if err != nil {
			return nil, err
		}
		set = append(set, "puzzle.forbid="+string(list))
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
