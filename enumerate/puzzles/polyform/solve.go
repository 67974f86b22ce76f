package polyform

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// methods are the kernels that solve may take.
var methods = []string{"auto", "board", "scan", "bits", "dlx"}

var solveFlags = []enumerate.SolveFlag{
	{Name: "pieces",
		Help: "pieces or sets, separated by commas: coverstat list shows their names; or a file with pictures, in which the cells of a letter are the piece of that name"},
	{Name: "notation", Default: "picture", Values: []string{"picture", "anchors"},
		Help: "picture, or anchors: the orientations and the anchor cells of the pieces, as numbers"},
}

// solveInput says for the help what solve reads.
func (f *form) solveInput() string {
	lines := []string{"FILE or standard input holds pictures of boards: . is a free cell, # or a space is none.",
		"The cells of one letter are a given piece: each solution has it there."}
	switch f.lattice {
	case lattice.Cube:
		return strings.Join(append(lines, "A blank line separates the layers of a board, the first layer on top.",
			"A line "+solidSeparator+" separates boards. Solutions are written in the same way."), "\n")
	case lattice.Hexagon:
		lines = append(lines, "Every row lies half a cell to the right of the row above it.")
	case lattice.Triangle:
		lines = append(lines,
			"The first character is a triangle that points up. Those beside it and below it point down, and so on.")
	}
	return strings.Join(append(lines, "A blank line separates boards."), "\n")
}

// solve prints all solutions of the boards whose pictures are on in, drawn as
// text, and after those of each board their number.
func (f *form) solve(r enumerate.SolveRequest) error {
	if r.Flags["pieces"] == "" && r.Pieces == nil {
		return enumerate.Errorf(
			"--pieces is missing: expected pieces or sets, separated by commas: coverstat list shows their names; or a file with pictures")
	}
	var list []pieceParam
	for _, p := range r.Pieces {
		list = append(list, pieceParam{Name: p.Name, Picture: p.Picture})
	}
	if r.Pieces == nil {
		for _, name := range strings.Split(r.Flags["pieces"], ",") {
			list = append(list, pieceParam{Name: strings.TrimSpace(name)})
		}
	}
	pieces, err := f.resolvePieces(list)
	var wrong *enumerate.InputError
	if errors.As(err, &wrong) { // what it expects is written as in a config
		return &enumerate.InputError{Problem: "--" + wrong.Problem,
			Expected: "names of known pieces and sets, each once; a file with pictures has new pieces; for copies write a config, see coverstat new --help"}
	}
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(r.In, maxSolveInput+1))
	if err != nil {
		return err
	}
	if len(text) > maxSolveInput {
		return enumerate.Errorf("%s: more than %d MB: expected boards for a survey in a config", r.Name,
			maxSolveInput>>20)
	}
	boards, given, err := f.parseBoards(r.Name, string(text))
	if err != nil {
		return err
	}
	for i, b := range boards {
		if i > 0 {
			if _, err := io.WriteString(r.Out, "\n"); err != nil {
				return err
			}
		}
		err := solveBoard(r, b, pieces, given[i])
		// Among several boards one that the pieces cannot fill has no solution. Alone it is
		// hardly what the user meant.
		if len(boards) > 1 && errors.As(err, new(*areaError)) {
			_, err = io.WriteString(r.Out, "0 solutions\n")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// maxSolveInput bounds the text of boards that solve reads.
const maxSolveInput = 16 << 20

// solidSeparator is a line between the pictures of solids, whose layers have blank
// lines between them.
const solidSeparator = "---"

// parseBoards reads the pictures of a stream, see [form.solveInput].
func (f *form) parseBoards(file, text string) (boards []*Board, given []restriction, err error) {
	separator := ""
	if f.lattice.Dimensions == 3 {
		separator = solidSeparator
	}
	var picture []string
	lines := append(strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n"), separator) // ends the last one
	for i, line := range lines {
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "" && picture == nil: // before a picture
			continue
		case trimmed != separator:
			picture = append(picture, line)
			continue
		}
		first := i - len(picture) + 1
		for len(picture) > 0 && strings.TrimSpace(picture[len(picture)-1]) == "" {
			picture = picture[:len(picture)-1]
		}
		if len(picture) > 0 {
			b, r, err := f.parseGiven(file, strings.Join(picture, "\n"), first, letters)
			if err != nil {
				return nil, nil, err
			}
			boards, given = append(boards, b), append(given, r)
		}
		picture = nil
	}
	if len(boards) == 0 {
		return nil, nil, &enumerate.InputError{File: file, Problem: "no board",
			Expected: "a picture of . for free cells and # for blocked ones"}
	}
	return boards, given, nil
}

func solveBoard(r enumerate.SolveRequest, b *Board, pieces []Piece, given restriction) error {
	z, err := newPuzzle(b, pieces, 0, CountParam{}, given)
	if wrong := (*enumerate.InputError)(nil); errors.As(err, &wrong) && wrong.Line > 0 {
		wrong.File = r.Name
		return wrong
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.Name, err)
	}
	count, recorder, anchors := 0, newLayout(z, false).newRecorder(nil), r.Flags["notation"] == "anchors"
	var never atomic.Bool
	var failed error // to write
	err = z.search(cmp.Or(r.Method, "auto"), &never, func(solution []enumerate.OptionID) bool {
		count++
		var text string
		switch {
		case anchors:
			text = z.anchorNotation(solution)
		case z.Board.Dimensions == 3:
			text = recorder.text(solution) + solidSeparator
		default:
			text = recorder.text(solution)
		}
		_, failed = io.WriteString(r.Out, text+"\n")
		return failed == nil
	})
	if err == nil && failed == nil && !anchors {
		_, err = fmt.Fprintf(r.Out, "%s\n", enumerate.Counted(strconv.Itoa(count), "solution"))
	}
	return cmp.Or(err, failed)
}

// text draws a solution, its options in any order, a line a row.
func (r *recorder) text(solution []enumerate.OptionID) string {
	if r.symbols == nil {
		return fmt.Sprint(solution)
	}
	solution = slices.Sorted(slices.Values(solution))
	r.paint(solution)
	picture := r.puzzle.Board.Picture()
	picture.Chars = r.draw(solution)
	return picture.String() + "\n"
}

// anchorNotation writes a solution as numbers: the orientation of every piece
// in their order, orientations numbered through all pieces, then after a dash
// the anchors, the first cells in row order: "5,9,14,15,19,24,26,1,-0,..."
func (z *Puzzle) anchorNotation(solution []enumerate.OptionID) string {
	byPiece := make([][]lattice.Placement, len(z.Pieces))
	for _, o := range solution {
		p := z.Placements[o]
		byPiece[p.Piece] = append(byPiece[p.Piece], p)
	}
	var orientations, anchors strings.Builder
	base := 0
	for i, list := range byPiece {
		for _, p := range list {
			fmt.Fprintf(&orientations, "%d,", base+p.Orientation)
			fmt.Fprintf(&anchors, "%d,", p.Cells[0])
		}
		base += len(z.Pieces[i].Orientations)
	}
	return orientations.String() + "-" + anchors.String()
}
