package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"

	"coverstat/cmd/internal/explore"
	"coverstat/cmd/internal/progress"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

func newExplore() *cobra.Command {
	var flags configFlags
	return withFlags(&cobra.Command{
		Use:   "explore CONFIG|DIR",
		Short: "answer questions about solutions with given pieces, one after another",
		Long: `explore keeps the diagram of all solutions in memory and answers questions from standard input, each a line of
JSON such as

  {"given": [12], "forbid": [3, 40], "uses": true, "draws": 2, "seed": 1}

The numbers are options: "options": true asks for their table, which coverstat count CONFIG --by options prints, too. An
answer is a line of JSON: raw, the number of solutions that have everything given and nothing forbidden; uses, how many
of these have each option; draws, some of these at random, all equally likely; options, the table. All keys may be left
out. To make the diagram takes a few times as long as to count; an answer takes a small part of that. The diagram must
fit into output.memory_limit.`,
		Example: `  echo '{"given": [0], "draws": 1}' | coverstat explore dominoes-8x8`,
		Args:    exactly(1, aConfig+", or a dataset's folder"), ValidArgsFunction: completeConfig,
		RunE: func(c *cobra.Command, args []string) error {
			s, err := flags.open(c, args[0], explore.Open)
			if err != nil {
				return err
			}
			progress.Doing(c.Context(), "making the diagram of all solutions")
			x, err := explore.New(s, new(atomic.Bool)) // a signal ends the program
			progress.Doing(c.Context(), "")
			if err != nil {
				return err
			}
			return answerLines(c, x)
		},
	}, flags.ofConfig())
}

// longestQuestion is the length of a line in bytes.
const longestQuestion = 1 << 24

// answerLines answers the questions of standard input, each before the next one is read.
func answerLines(c *cobra.Command, x *explore.Session) error {
	lines := bufio.NewScanner(c.InOrStdin())
	lines.Buffer(nil, longestQuestion)
	out := json.NewEncoder(c.OutOrStdout())
	number := 1
	for ; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		q, err := readQuestion(lines.Bytes())
		var a *explore.Answer
		if err == nil {
			a, err = x.Ask(q, new(atomic.Bool))
		}
		if err != nil {
			return enumerate.Errorf("line %d: %v", number, err)
		}
		if err := out.Encode(a); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("the line is too long")
		}
		return enumerate.Errorf("standard input: line %d: %v: expected a question a line, of at most %s", number, err,
			enumerate.Bytes(longestQuestion))
	}
	return nil
}

// readQuestion reads a question.
func readQuestion(text []byte) (*explore.Question, error) {
	q := new(explore.Question)
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(q); err != nil {
		return nil, enumerate.Errorf("a question is JSON such as {\"given\": [12], \"uses\": true}: %v", err)
	}
	if in.More() {
		return nil, enumerate.Errorf("more than one question: expected one a line")
	}
	return q, nil
}
