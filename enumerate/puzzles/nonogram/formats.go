package nonogram

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// fileFormats are the formats of files of nonograms.
func fileFormats() formats.List[*Puzzle] {
	return formats.List[*Puzzle]{Noun: "nonogram", Formats: []formats.Format[*Puzzle]{
		pixels(), pbm(), page(), webpbn(), triddler(), olsak(), toml(), gnonograms(), puzzLink(), tatham(), pzprv3(),
		jsonClues(), jsonFile(),
		picross(), non(), makhorin(), syro(), mk(), cwd(), nin(), list(),
	}, Config: func(file string, _ *Puzzle) (string, []string, error) {
		return fmt.Sprintf("family: nonogram\njob: survey\npuzzle: {input: [%q]}\n", file), nil, nil
	}}
}

// whole makes the reader of a format whose files are read as a whole. A puzzle with a fault of its own is left out.
func whole(read func(text []byte, each func(*Puzzle, error)) error) func(*formats.Input, func(*Puzzle) error) error {
	return func(in *formats.Input, each func(*Puzzle) error) error {
		text, err := in.Text()
		if err != nil {
			return err
		}
		var puzzles []*Puzzle // nil for those that are left out
		err = read(text, func(p *Puzzle, err error) {
			if input := (*enumerate.InputError)(nil); errors.As(err, &input) {
				in.LeaveOut(input)
				p = nil
			}
			puzzles = append(puzzles, p)
		})
		if err != nil {
			return err
		}
		for i, p := range puzzles {
			if p == nil {
				continue
			}
			p.Name = in.Name
			if len(puzzles) > 1 {
				p.Name = fmt.Sprintf("%s#%d", in.Name, i+1)
			}
			if err := each(p); err != nil {
				return err
			}
		}
		return nil
	}
}

// single makes the reader of a format whose files hold one puzzle.
func single(read func(d *draft, text []byte) error) func(*formats.Input, func(*Puzzle) error) error {
	return whole(func(text []byte, each func(*Puzzle, error)) error {
		d := &draft{}
		p, err := d.finish(read(d, text))
		if err == nil {
			each(p, nil)
		}
		return err
	})
}

// lined makes the reader of a format with a puzzle a line, and remarks behind #.
func lined(read func(d *draft, at place, s string) error) func(*formats.Input, func(*Puzzle) error) error {
	return whole(func(text []byte, each func(*Puzzle, error)) error {
		for at, s := range lines(text) {
			if s != "" && s[0] != '#' {
				d := &draft{}
				each(d.finish(read(d, at, s)))
			}
		}
		return nil
	})
}

// written makes the writer of a format from the text of a puzzle; refused says what it cannot write, nil if that is
// nothing.
func written(refused func(*Puzzle) error, text func(*Puzzle) string, before, between,
	after string) func(io.Writer, iter.Seq[*Puzzle]) error {
	return func(out io.Writer, puzzles iter.Seq[*Puzzle]) error {
		for p := range puzzles {
			if refused != nil {
				if err := refused(p); err != nil {
					return err
				}
			}
			if _, err := io.WriteString(out, before+text(p)); err != nil {
				return err
			}
			before = between
		}
		_, err := io.WriteString(out, after)
		return err
	}
}

// Read reads the puzzles of one file, and says what it left out. Errors are
// *enumerate.InputError, apart from those of the reader.
func Read(file enumerate.PuzzleFile) (puzzles []*Puzzle, left enumerate.LeftOut, err error) {
	left, err = fileFormats().Read(file, func(p *Puzzle) error {
		puzzles = append(puzzles, p)
		return nil
	})
	return puzzles, left, err
}

// firstLine returns the first line that is neither empty nor a comment, "" if there is none.
func firstLine(data []byte) string {
	for _, s := range lines(data) {
		if s != "" && s[0] != '#' {
			return s
		}
	}
	return ""
}

// place is a line and a column in a file, from 1; 0 means that it is not known.
type place struct{ line, column int }

// past returns the place behind a text that begins at p.
func (p place) past(text string) place {
	if n := strings.Count(text, "\n"); n > 0 {
		p = place{p.line + n, 1}
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	return place{p.line, p.column + utf8.RuneCountInString(text)}
}

// trimmed returns a text that begins at p without the space around it, and the
// place where the rest begins.
func (p place) trimmed(text string) (place, string) {
	rest := strings.TrimLeftFunc(text, unicode.IsSpace)
	return p.past(text[:len(text)-len(rest)]), strings.TrimSpace(rest)
}

// lines returns the lines of a text without the space around them, and the place
// where each of them begins.
func lines(data []byte) iter.Seq2[place, string] {
	return func(yield func(place, string) bool) {
		number := 0
		for text := range strings.Lines(string(data)) {
			number++
			if !yield(place{number, 1}.trimmed(strings.TrimRightFunc(text, unicode.IsSpace))) {
				return
			}
		}
	}
}

// fault returns an error that names a place; [Read] adds the file.
func fault(at place, problem, expected string) *enumerate.InputError {
	return &enumerate.InputError{Line: at.line, Column: at.column, Problem: problem, Expected: expected}
}

// unexpected returns a fault about what was read.
func unexpected(at place, expected, got string, args ...any) *enumerate.InputError {
	return fault(at, "got "+fmt.Sprintf(got, args...), expected)
}

// A draft is a puzzle being read, with the places of its clues.
type draft struct {
	p        Puzzle
	clues    clueSet
	at       [2][]place
	goalAt   place
	colourOf func(letters string) (colour int, ok bool) // as of [parseClue]
	err      error                                      // the first wrong clue
}

// read reads the clue of the next line of a side. What is wrong with it is told at the end.
func (d *draft) read(side int, s string, at place) {
	clue, err := parseClue(s, at, d.colourOf)
	d.err = cmp.Or(d.err, err)
	d.add(side, clue, at)
}

func (d *draft) add(side int, clue []int, at place) {
	d.clues[side], d.at[side] = append(d.clues[side], clue), append(d.at[side], at)
}

// paint makes a picture the goal, and its clues those of the puzzle.
func (d *draft) paint(pic Picture, width int) {
	d.p.Goal, d.clues = pic, fromPicture(pic, width).clues()
}

// finish checks what can be checked without solving, and returns the puzzle, or what was wrong before.
func (d *draft) finish(err error) (*Puzzle, error) {
	if err = cmp.Or(d.err, err); err != nil {
		return nil, err
	}
	p := &d.p
	p.Rows, p.Cols = d.clues[ofRows], d.clues[ofCols]
	h, w := p.Height(), p.Width()
	switch {
	case h == 0 && w == 0:
		return nil, fault(place{}, "no puzzle", "clues of rows and columns")
	case h == 0:
		return nil, fault(place{}, "no clues of rows", "one for every row")
	case w == 0:
		return nil, fault(place{}, "no clues of columns", "one for every column")
	case h > maxCells/w:
		return nil, unexpected(place{}, mostCells, "%d rows of %d", h, w)
	}
	if side, index, err := p.misfit(); err != nil {
		return nil, fault(d.at[side][index], err.Error(), "a clue that fits")
	}
	if k, a, b := p.imbalance(); a != b {
		return nil, unexpected(place{}, "row and column clues of the same sum",
			"%d %sin the rows, %d in the columns", a,
			p.inkName(k, ""), b)
	}
	if p.Goal == nil {
		return p, nil
	}
	if len(p.Goal) != h*w {
		return nil, unexpected(d.goalAt, fmt.Sprintf("a goal of %d cells", h*w), "%d", len(p.Goal))
	}
	if err := p.Check(p.Goal); err != nil {
		return nil, fault(d.goalAt, fmt.Sprintf("the goal does not fit: %v", err), "a picture with these clues")
	}
	return p, nil
}

// mostCells is what errors expect of a puzzle that is too large.
var mostCells = fmt.Sprintf("at most %d cells", maxCells)

// sizeOf reads a width and a height. It reports whether they are those of a puzzle of at most maxCells cells.
func sizeOf(width, height string) (w, h int, ok bool) {
	w, errW := strconv.Atoi(width)
	h, errH := strconv.Atoi(height)
	return w, h, errW == nil && errH == nil && w > 0 && h > 0 && h <= maxCells/w
}

// parseClue reads numbers separated by commas or blanks. 0 alone is the empty
// clue. s begins at the given place. colourOf says which colour the letters behind a
// number mean; nil if there are none.
func parseClue(s string, at place, colourOf func(letters string) (colour int, ok bool)) ([]int, error) {
	clue := []int{}
	words, end := 0, 0
	var zero *place
	for word := range strings.FieldsFuncSeq(s, isGap) {
		begin := end + strings.Index(s[end:], word)
		end = begin + len(word)
		words++
		digits, colour := word, 0
		if colourOf != nil {
			digits = strings.TrimRightFunc(word, func(r rune) bool { return !unicode.IsDigit(r) })
			k, ok := colourOf(word[len(digits):])
			if colour = k; !ok && digits != "" {
				return nil, unexpected(at.past(s[:begin]), "a number and the letter of a colour", "%q", word)
			}
		}
		n, err := strconv.ParseUint(digits, 10, 32)
		if err != nil || n > maxCells {
			return nil, unexpected(at.past(s[:begin]),
				fmt.Sprintf("a clue: numbers up to %d separated by commas, 0 for an empty line", maxCells), "%q", word)
		}
		if n > 0 {
			clue = append(clue, line.Run(int(n), colour))
		} else if zero == nil {
			p := at.past(s[:begin])
			zero = &p
		}
	}
	if words == 0 {
		return nil, unexpected(at, "a clue: numbers separated by commas, 0 for an empty line", "%q", s)
	}
	if zero != nil && words > 1 {
		return nil, unexpected(*zero, "0 only as a whole clue", "%q", s)
	}
	return clue, nil
}

func isGap(c rune) bool { return c == ',' || c == ' ' || c == '\t' }
