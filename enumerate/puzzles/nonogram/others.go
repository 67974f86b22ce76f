package nonogram

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// tathamForm is what an ID of the game Pattern begins with.
const tathamForm = `^([0-9]+)(?:x([0-9]+))?:`

var tathamHead = enumerate.Pattern(tathamForm)

// tatham is the IDs of the game Pattern in Simon Tatham's collection: columns before rows.
var tatham = formats.Format[*puzzle]{
	Name:       "tatham",
	About:      "an ID of Simon Tatham's Pattern a line: WxH:, the columns, then the rows, with / between lines and . between numbers",
	Source:     "github.com/chrisboyle/sgtpuzzles pattern.c, validate_desc",
	Example:    "3x2:1//2/1.1/1\n",
	Recognises: formats.Beginning("#", tathamForm),
	Read:       lined(readTatham),
	Write: formats.Texts("", "", "", func(p *puzzle) (string, error) {
		var fields []string
		for _, clue := range slices.Concat(p.Cols, p.Rows) {
			fields = append(fields, strings.ReplaceAll(strings.TrimPrefix(clueText(clue), "0"), ",", "."))
		}
		return fmt.Sprintf("%dx%d:%s\n", p.width(), p.height(), strings.Join(fields, "/")), p.colourless("Pattern IDs")
	}),
}

func readTatham(d *draft, at formats.Place, s string) {
	size := tathamHead().FindStringSubmatch(s)
	at.Need(size != nil, "an ID such as 5x5:…", "got %q", s)
	w, h, ok := sizeOf(size[1], cmp.Or(size[2], size[1]))
	at.Need(ok, mostCells, "got %s", size[0])
	at = at.Past(size[0])
	clues, _, known := strings.Cut(s[len(size[0]):], ",")
	at.Past(clues).Need(!known, "an ID of clues alone, which ends before the comma",
		"cells that are known from the start")
	fields := strings.Split(clues, "/")
	at.Need(len(fields) == w+h, fmt.Sprintf("%d clues of columns and %d of rows", w, h), "got %d", len(fields))
	for i, f := range fields {
		at.Need(!strings.ContainsAny(f, " \t") && (f == "" || !strings.Contains("."+f+".", "..")),
			"numbers with points between them", "got %q", f)
		side := ofCols
		if i >= w {
			side = ofRows
		}
		d.read(side, cmp.Or(strings.ReplaceAll(f, ".", ","), "0"), at)
		at = at.Past(f + "/")
	}
}

// colourless refuses to write several colours.
func (p *puzzle) colourless(what string) error {
	if p.blackAndWhite() {
		return nil
	}
	return &enumerate.InputError{Problem: "a puzzle of several colours",
		Expected: "one of black and white: " + what + " have no colours; --to non writes it"}
}

// puzzLinkForm is what an address of puzz.link or pzv.jp has.
const puzzLinkForm = `^(?:https?://\S*?\?)?(?:p\?)?nonogram/`

var puzzLinkHead = enumerate.Pattern(puzzLinkForm)

// puzzLink is the addresses of puzz.link: the numbers of a clue from the one nearest to the grid.
var puzzLink = formats.Format[*puzzle]{
	Name:       "puzz.link",
	About:      "an address of puzz.link a line: nonogram/W/H/, the columns, then the rows, each from the number nearest to the grid",
	Source:     "github.com/robx/pzprjs src/variety/nonogram.js",
	Example:    "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h\n",
	Recognises: formats.Beginning("#", puzzLinkForm),
	Read:       lined(readPuzzLink),
	Write:      formats.Texts("", "", "", (*puzzle).puzzLink),
}

func readPuzzLink(d *draft, at formats.Place, s string) {
	head := puzzLinkHead().FindString(s)
	parts := strings.Split(s[len(head):], "/")
	at.Need(head != "" && len(parts) == 3, "an address such as https://puzz.link/p?nonogram/5/5/…", "got %q", s)
	w, h, ok := sizeOf(parts[0], parts[1])
	at.Need(ok, "columns and rows, "+mostCells, "got %s/%s", parts[0], parts[1])
	at = at.Past(head + parts[0] + "/" + parts[1] + "/")
	deepCols, deepRows := (h+1)/2, (w+1)/2
	slots := at.ReadPzpr(parts[2], 255,
		"numbers from 1 to 255 in hexadecimal digits, or letters from g to z for empty places")
	most := w*deepCols + h*deepRows
	at.Need(len(slots) == most, fmt.Sprintf("%d places of numbers", most), "got %d", len(slots))
	for i := range w + h {
		side, number, deep := ofCols, i+1, deepCols
		if i >= w {
			side, number, deep = ofRows, i-w+1, deepRows
		}
		clue := []int{}
		for j, v := range slots[:deep] {
			if v > 0 {
				at.Need(len(clue) == j, "a clue without gaps", "%s %d has an empty place before a number",
					sideNames[side], number)
				clue = append(clue, v)
			}
		}
		slices.Reverse(clue)
		d.add(side, clue, at)
		slots = slots[deep:]
	}
}

// puzzLink returns the address of the puzzle, and a line feed, or why it has none.
func (p *puzzle) puzzLink() (string, error) {
	if err := p.colourless("addresses of puzz.link"); err != nil {
		return "", err
	}
	for _, v := range slices.Concat(slices.Concat(p.Cols, p.Rows)...) {
		if v > 255 {
			return "", &enumerate.InputError{Problem: fmt.Sprintf("the number %d", v),
				Expected: "at most 255 in an address of puzz.link"}
		}
	}
	var slots []int
	for i, clue := range slices.Concat(p.Cols, p.Rows) {
		deep := (p.height() + 1) / 2
		if i >= p.width() {
			deep = (p.width() + 1) / 2
		}
		back := make([]int, deep)
		copy(back, clue)
		slices.Reverse(back[:len(clue)])
		slots = append(slots, back...)
	}
	return fmt.Sprintf("https://puzz.link/p?nonogram/%d/%d/%s\n", p.width(), p.height(), formats.PzprText(slots)), nil
}

// pbm is pictures in the formats of Netpbm.
var pbm = formats.Format[*puzzle]{
	Name: "pbm", About: "a picture in black and white: PBM, plain or raw; its clues are the puzzle",
	Source:     "netpbm.sourceforge.net/doc/pbm.html",
	Example:    "P1\n# a cross\n3 3\n010\n111\n010\n",
	Recognises: isPBM,
	Read:       single(readPBM),
}

func isPBM(head []byte) bool {
	return len(head) > 2 && head[0] == 'P' && (head[1] == '1' || head[1] == '4') &&
		bytes.IndexByte([]byte(" \t\r\n#"), head[2]) >= 0
}

// pbmHead is the sizes, with blanks and comments between them.
var pbmHead = enumerate.Pattern(`^P[14](?:[ \t\r\n]|#[^\n]*\n)+([0-9]+)(?:[ \t\r\n]|#[^\n]*\n)+([0-9]+)`)

func readPBM(d *draft, text []byte) {
	file, first := formats.Place{}, formats.Place{Line: 1}
	first.Need(isPBM(text), "either, as PBM does", "the picture does not begin with P1 or P4")
	head := pbmHead().FindSubmatch(text)
	if head == nil {
		head = make([][]byte, 3)
	}
	w, h, ok := sizeOf(string(head[1]), string(head[2]))
	first.Need(ok, "width and height, "+mostCells, "no size of the picture")
	rest := text[len(head[0]):]
	pic := make(picture, 0, w*h)
	if text[1] == '4' {
		stride := (w + 7) / 8
		file.Need(len(rest) == 1+stride*h, fmt.Sprintf("%d bytes behind the size", 1+stride*h), "got %d", len(rest))
		for r := range h {
			for c := range w {
				pic = append(pic, line.Crossed-line.Cell(rest[1+r*stride+c/8]>>(7-c%8)&1))
			}
		}
	} else {
		for at, s := range lines(rest) {
			s, _, _ = strings.Cut(s, "#")
			for i, ch := range []byte(s) {
				switch ch {
				case '0', '1':
					pic = append(pic, line.Crossed-line.Cell(ch-'0'))
				case ' ', '\t':
				default:
					at.Line += bytes.Count(head[0], []byte("\n"))
					at.Past(s[:i]).Fail("0 or 1", "got %q", ch)
				}
			}
		}
		file.Need(len(pic) == w*h, fmt.Sprintf("%d cells, %d by %d", w*h, w, h), "got %d", len(pic))
	}
	d.paint(pic, w)
}
