package nonogram

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// fileFormats are the formats of files of nonograms.
func fileFormats() formats.List[*puzzle] {
	return formats.List[*puzzle]{Noun: "nonogram", Formats: []formats.Format[*puzzle]{
		pixels, pbm, page, webpbn, triddler, olsak, toml, gnonograms, puzzLink, tatham, pzprv3, jsonClues, jsonFile,
		picross, non, makhorin, syro, mk, cwd, nin, list,
	}, Config: func(file string, _ *puzzle) (string, []string, error) {
		return fmt.Sprintf("family: nonogram\njob: survey\npuzzle: {input: [%q]}\n", file), nil, nil
	}}
}

// Formats that are recognised and not read.
var (
	// page is files such as those of nonograms.org, which hide the picture in a script.
	page = formats.Format[*puzzle]{
		Name: "html", About: "a page of a web site", Example: "<!DOCTYPE html>\n<html></html>\n",
		Recognises: formats.Matching(`(?i)^\s*(?:<!doctype html|<html|var d=)`), Instead: byHand,
	}
	triddler = formats.Format[*puzzle]{
		Name: "triddler", About: "a triddler, a puzzle on triangles, as a .g file",
		Source: "Mirek and Petr Olšák's grid.c", Example: "#triddlers\n: A\n1\n: B\n",
		Recognises: formats.Matching(`(?ms)^#[tT].*^:|^:.*^#[tT]`),
		Instead:    "coverstat solves nonograms on squares alone",
	}
	toml = formats.Format[*puzzle]{
		Name: "nonogrid", About: "a TOML file of nonogrid", Source: "crate nonogrid 0.7.3 examples",
		Example:    "[clues]\nrows = '1'\ncolumns = '1'\n",
		Recognises: formats.Matching(`\[clues\]`), Instead: byHand,
	}
	pzprv3 = formats.Format[*puzzle]{
		Name: "pzprv3", About: "a file that puzz.link saves", Source: "github.com/robx/pzprjs test/script/nonogram.js",
		Example:    "pzprv3/nonogram/2/2/. . . . /\n",
		Recognises: formats.Beginning("#", `^pzprv3`),
		Instead:    "take the address of the puzzle there (File, Export URL)",
	}
	picross = formats.Format[*puzzle]{
		Name: "picross", About: "a file of picross-solver with GRID, ROWS and COLUMNS",
		Source:     "github.com/pierre-dejoue/picross-solver inputs/example_input.txt",
		Example:    "# a cross\nGRID cross\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n",
		Recognises: formats.Beginning("#", `^GRID `), Instead: "picross-solver writes a .non file of it",
	}
)

// byHand is what to do with clues in a format that is not read.
const byHand = "write the clues of the rows one a line, an empty line, and those of the columns"

// drafted makes a puzzle of the draft that is read.
func drafted(read func(d *draft)) formats.Maker[*puzzle] {
	return func(name string) *puzzle {
		d := &draft{inks: map[string]ink{}, paper: ink{RGB: 0xffffff}}
		read(d)
		d.p.Name = name
		return d.finish()
	}
}

// pack makes the reader of a format whose files hold any number of puzzles.
func pack(read func(text []byte) []formats.Maker[*puzzle]) func(*formats.Input, func(*puzzle) error) error {
	return formats.Whole(func(file string, number int) string {
		if number == 0 {
			return file
		}
		return fmt.Sprintf("%s#%d", file, number)
	}, read)
}

// single makes the reader of a format whose files hold one puzzle.
func single(read func(d *draft, text []byte)) func(*formats.Input, func(*puzzle) error) error {
	return formats.Single(func(in *formats.Input, text []byte) *puzzle {
		return drafted(func(d *draft) { read(d, text) })(in.Name)
	})
}

// lined makes the reader of a format with a puzzle a line, and remarks behind #.
func lined(read func(d *draft, at formats.Place, s string)) func(*formats.Input, func(*puzzle) error) error {
	return pack(func(text []byte) (all []formats.Maker[*puzzle]) {
		for at, s := range lines(text) {
			if s != "" && s[0] != '#' {
				all = append(all, drafted(func(d *draft) { read(d, at, s) }))
			}
		}
		return all
	})
}

// read reads the puzzles of one file, and says what it left out. Errors are
// *enumerate.InputError, apart from those of the reader.
func read(file enumerate.PuzzleFile) (puzzles []*puzzle, left enumerate.LeftOut, err error) {
	left, err = fileFormats().Read(file, func(p *puzzle) error {
		puzzles = append(puzzles, p)
		return nil
	})
	return puzzles, left, err
}

// trimmed returns a text that begins at p without the space around it, and the
// place where the rest begins.
func trimmed(p formats.Place, text string) (formats.Place, string) {
	rest := strings.TrimLeftFunc(text, unicode.IsSpace)
	return p.Past(text[:len(text)-len(rest)]), strings.TrimSpace(rest)
}

// lines returns the lines of a text without the space around them, and the place
// where each of them begins.
func lines(data []byte) iter.Seq2[formats.Place, string] {
	return func(yield func(formats.Place, string) bool) {
		for n, s := range formats.Lines(data) {
			if !yield(trimmed(formats.Place{Line: n, Column: 1}, strings.TrimRightFunc(s, unicode.IsSpace))) {
				return
			}
		}
	}
}

// A draft is a puzzle being read, with the places of its clues.
type draft struct {
	p        puzzle
	clues    clueSet
	at       [2][]formats.Place
	goalAt   formats.Place
	colourOf func(letters string) (colour int, ok bool) // as of [parseClue]

	// The colours of a file in which a letter or a name says that of a number:
	letters []string // as declared, then as used; "" for numbers without a letter
	inks    map[string]ink
	paper   ink
}

// read reads the clue of the next line of a side.
func (d *draft) read(side int, s string, at formats.Place) {
	d.add(side, parseClue(s, at, d.colourOf), at)
}

func (d *draft) add(side int, clue []int, at formats.Place) {
	d.clues[side], d.at[side] = append(d.clues[side], clue), append(d.at[side], at)
}

// paint makes a picture the goal, and its clues those of the puzzle.
func (d *draft) paint(pic picture, width int) {
	d.p.Goal, d.clues = pic, fromPicture(pic, width).clues()
}

// finish checks what can be checked without solving, and returns the puzzle.
func (d *draft) finish() *puzzle {
	p, file := &d.p, formats.Place{}
	p.Rows, p.Cols = d.clues[ofRows], d.clues[ofCols]
	h, w := p.height(), p.width()
	file.Need(h > 0 || w > 0, "clues of rows and columns", "no puzzle")
	file.Need(h > 0, "one for every row", "no clues of rows")
	file.Need(w > 0, "one for every column", "no clues of columns")
	file.Need(h <= maxCells/w, mostCells, "got %d rows of %d", h, w)
	for side, clues := range d.clues {
		for i, clue := range clues {
			if err := line.Fit(clue, len(d.clues[1-side])); err != nil {
				d.at[side][i].Fail("a clue that fits", "%s %d: %v", sideNames[side], i+1, err)
			}
		}
	}
	for k := range p.colours() {
		if a, b := sum(p.Rows, k), sum(p.Cols, k); a != b {
			file.Fail("row and column clues of the same sum", "got %d %sin the rows, %d in the columns", a,
				p.inkName(k), b)
		}
	}
	if p.Goal == nil {
		return p
	}
	d.goalAt.Need(len(p.Goal) == h*w, fmt.Sprintf("a goal of %d cells", h*w), "got %d", len(p.Goal))
	if err := p.check(p.Goal); err != nil {
		d.goalAt.Fail("a picture with these clues", "the goal does not fit: %v", err)
	}
	return p
}

// mostCells is what errors expect of a puzzle that is too large.
var mostCells = fmt.Sprintf("at most %d cells", maxCells)

// sizeOf reads a width and a height. It reports whether they are those of a puzzle of at most maxCells cells.
func sizeOf(width, height string) (w, h int, ok bool) {
	w, errW := strconv.Atoi(width)
	h, errH := strconv.Atoi(height)
	return w, h, errW == nil && errH == nil && w > 0 && h > 0 && h <= maxCells/w
}

// aClue is what errors expect of words that are no numbers.
var aClue = fmt.Sprintf("a clue: numbers up to %d separated by commas, 0 for an empty line", maxCells)

// parseClue reads numbers separated by commas or blanks. 0 alone is the empty
// clue. s begins at the given place. colourOf says which colour the letters behind a
// number mean; nil if there are none.
func parseClue(s string, at formats.Place, colourOf func(letters string) (colour int, ok bool)) []int {
	clue := []int{}
	words, end, zero := 0, 0, -1
	for word := range strings.FieldsFuncSeq(s, isGap) {
		begin := end + strings.Index(s[end:], word)
		end = begin + len(word)
		words++
		digits, colour, known := word, 0, true
		if colourOf != nil {
			digits = strings.TrimRightFunc(word, func(r rune) bool { return !unicode.IsDigit(r) })
			colour, known = colourOf(word[len(digits):])
		}
		if !known && digits != "" {
			at.Past(s[:begin]).Fail("a number and the letter of a colour", "got %q", word)
		}
		n, err := strconv.ParseUint(digits, 10, 32)
		if err != nil || n > maxCells {
			at.Past(s[:begin]).Fail(aClue, "got %q", word)
		}
		if n > 0 {
			clue = append(clue, line.Run(int(n), colour))
		} else if zero < 0 {
			zero = begin
		}
	}
	if words == 0 {
		at.Fail("a clue: numbers separated by commas, 0 for an empty line", "got %q", s)
	}
	if zero >= 0 && words > 1 {
		at.Past(s[:zero]).Fail("0 only as a whole clue", "got %q", s)
	}
	return clue
}

func isGap(c rune) bool { return c == ',' || c == ' ' || c == '\t' }
