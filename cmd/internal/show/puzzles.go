package show

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
)

// PuzzleFormats are the names of the formats in which puzzles are written, without those that come twice.
func PuzzleFormats() (names []string) {
	for _, k := range study.Kinds() {
		for _, format := range k.List {
			if format.Writes && !slices.Contains(names, format.Name) {
				names = append(names, format.Name)
			}
		}
	}
	return names
}

// ConvertPuzzles reads the puzzles of files and writes those that meet a condition on the columns of their survey
// in a format, one after the other. The format and the files say of which family they are.
func ConvertPuzzles(ctx context.Context, out io.Writer, files []string, format, where string) error {
	var first error
	for _, k := range study.Kinds() {
		if !slices.ContainsFunc(k.List, func(i enumerate.FormatInfo) bool { return i.Name == format && i.Writes }) {
			continue
		}
		var text bytes.Buffer
		var remarks []string
		var unread error
		err := k.Write(format, &text, func(yield func(any) bool) {
			for _, file := range files {
				more, said, err := convertFile(k, file, where, yield)
				if remarks, unread = append(remarks, said...), err; err != nil || !more {
					return
				}
			}
		})
		err = cmp.Or(unread, err)
		var input *enumerate.InputError
		if first = cmp.Or(first, err); errors.As(err, &input) {
			continue // it may be a puzzle of another family that is written in this format, too
		}
		if err != nil {
			return err
		}
		for _, remark := range remarks {
			progress.Notice(ctx, "%s", remark)
		}
		_, err = out.Write(text.Bytes())
		return err
	}
	return first
}

// convertFile yields the puzzles of a file that meet a condition. more is whether more is wanted, and said are
// the remarks on the file.
func convertFile(k study.Kind, file, where string, yield func(any) bool) (more bool, said []string, err error) {
	var meets []bool // by puzzle; nil if all do
	if where != "" {
		if meets, err = surveyFile(k, file, where); err != nil {
			return false, nil, err
		}
	}
	number := 0
	all, said, err := k.ReadFile(file, func(p any) (more bool, err error) {
		number++
		return meets != nil && (number > len(meets) || !meets[number-1]) || yield(p), nil
	})
	if !all && err == nil {
		return false, nil, nil
	}
	if err == nil && meets != nil && number != len(meets) {
		err = fmt.Errorf("%s: %d puzzles, and their survey has %d rows", file, number, len(meets))
	}
	return err == nil, said, err
}

// surveyFile says of each puzzle of a file whether its row in a survey of the file meets a condition.
func surveyFile(k study.Kind, file, where string) (meets []bool, err error) {
	var config string
	if _, _, err := k.ReadFile(file, func(p any) (more bool, err error) {
		config, _, err = k.Config(file, p)
		return false, err
	}); err != nil {
		return nil, err
	}
	plan, err := configs.Parse(file, []byte("name: puzzles\n"+config))
	if err != nil {
		return nil, err
	}
	if plan.Kind != enumerate.Survey {
		return nil, enumerate.Errorf("--where: puzzles of the family %s have no survey of a file", k.Name)
	}
	s, err := study.OpenPlan(plan, false)
	if err != nil {
		return nil, err
	}
	condition, err := parseWhere(s.Job.Columns, where)
	if err != nil {
		return nil, err
	}
	condition.Bind(enumerate.Indices(len(s.Job.Columns))) // batches have all columns
	worker, err := s.Job.NewWorker()
	if err != nil {
		return nil, err
	}
	rows := enumerate.NewBatch(s.Job.Columns)
	for task := range s.Job.Tasks() {
		if _, _, err := enumerate.DoTask(worker, task, new(atomic.Bool), rows, func() error {
			for row := range rows.Len() {
				meets = append(meets, condition.Match(rows, row))
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return meets, nil
}
