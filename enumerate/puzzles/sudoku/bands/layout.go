package bands

import "math/bits"

// One uint64 holds what is known of one digit in one band: three boxes of 21
// bits, together 63.
//
//	bit  62 ........ 42 41 ........ 21 20 ......... 0
//	    |    box 2     |    box 1     |    box 0     |
//
// and within a box, from its lowest bit:
//
//	 0 1 2    cells: bit 3r+c is set while the digit may stand in row r,
//	 3 4 5    column c of the box
//	 6 7 8
//	 9 10 11  minirow r may hold the digit
//	12 13 14  minicolumn c may hold the digit
//	15 16 17  minirow r is loose: the digit can do without it, since
//	          another minirow of the box may hold it
//	18 19 20  minicolumn c is loose
//
// Digit 6 in the top band of a puzzle that gives it in the first row (Example_word), and the
// three boxes of its word:
//
//	.6.......           cells      may: rows cols   loose: rows cols
//	...66..66    box 0  000000010       001  010          110  101
//	....6...6    box 1  010011000       110  011          111  111
//	             box 2  100110000       110  110          111  111
//
// A lane that may hold the digit and is not loose must hold it. The six "may"
// and six "loose" bits follow from the cells. They are kept because adding up
// nine words bit by bit then counts, in one pass, the candidates of every cell,
// the digits that may stand in every lane, and the digits not bound to it. The
// word keeps "loose" and not "must", because then its bits only ever change from
// 1 to 0: closing a digit is one AND with what its rows allow and one with what
// its columns allow.
const (
	boxBits   = 21
	oneBox    = 1<<boxBits - 1
	everyBox  = 1 | 1<<boxBits | 1<<(2*boxBits) // the lowest bit of each box
	allCells  = 0o777 * everyBox
	lastCols  = 0o444 * everyBox // the last cell of every minirow
	firstRows = 0o007 * everyBox // the first cell of every minicolumn
	mayShift  = 9
	columns   = 3           // from a minirow's bit to the same minicolumn's
	loose     = 6           // from a may bit to its loose bit
	mayLanes  = 0o77 << 9   // of one box, both kinds
	rowBits   = 0o0707 << 9 // of one box: may and loose bits of minirows
	colBits   = 0o7070 << 9 // of one box: the same of minicolumns
	allMay    = mayLanes * everyBox
	allLoose  = allMay << loose
	allLanes  = allMay | allLoose
	notCells  = ^uint64(allCells)
)

// spread maps bits 2, 5 and 8 of each box to the top nine bits of the product,
// so that all 512 presence patterns of minirows get different values: it is a
// perfect hash. It was found by random search; newTables checks it.
const spread = 0x5401ae804d1a007

// gather maps the lowest three bits of each box, in order, to the top nine bits
// of the product: box 0 | box 1 << 3 | box 2 << 6, shifted up by 55.
const gather = 1<<55 | 1<<(55+3-boxBits) | 1<<(55+6-2*boxBits)

// tables are computed once from the six permutations and never change.
type tables struct {
	// minirows[spread index] is the closure of a presence pattern of minirows,
	// a mask for the word. It keeps the cells and may bits of the minirows that
	// some permutation uses, the loose bits of those that some permutation does
	// without, and all bits of minicolumns. If no permutation is left it keeps
	// no cell.
	minirows [512]uint64
	// minicols[v] is the same for a stack: bit 3b+c of v says that column c of the
	// stack's box in band b may hold the digit. The entry has the masks of the
	// three boxes, that of band b from bit 21b on, to be shifted to the stack's
	// place. Bit 63 is set if no permutation is left.
	minicols [512]uint64
	// narrow[v] and wide[v] are weights for choose, of a digit with presence
	// pattern v in a line: its weight in the sum of the line in the low six
	// bits, its weight in the sum of the digit above them.
	narrow, wide [512]uint16
	// inside[v] has bit p set if permutation p lies inside presence pattern v.
	inside [512]uint8
	// keep[k] is what remains of a digit's word in its own band when the digit
	// stands in the cell of bit k, or must take the lane of may bit k, or must
	// do without the lane of loose bit k.
	keep [64]uint64
	// rowPattern[p] keeps the cells of one band that pattern p uses, and
	// colPattern[s][p][b] those of band b in stack s.
	rowPattern [6]uint64
	colPattern [3][6][3]uint64
	// presence[p] is pattern p as a presence pattern: bit 3i+perm[p][i].
	presence [6]uint64
	// index[b][k] is the cell of bit k in band b.
	index [3][64]uint8
}

// permutations[p][i] is the lane that pattern p takes in the i-th box.
var permutations = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// tab takes 12 kB. It is made when the program starts.
var tab = newTables()

func newTables() (t tables) {
	t.fillPlaces()
	t.fillLanes()
	for p, perm := range permutations {
		t.rowPattern[p] = notCells
		for i, lane := range perm {
			t.presence[p] |= 1 << (3*i + lane)
			t.rowPattern[p] |= 0o007 << (boxBits*i + 3*lane)
			for s := range 3 {
				others := ^(uint64(0o777) << (boxBits * s))
				t.colPattern[s][p][i] = others | 0o111<<(boxBits*s+lane)
			}
		}
	}
	var taken [512]bool
	for v := range uint64(512) {
		var last uint64 // the last cells of the minirows present in v
		for i := range 9 {
			last |= (v >> i & 1) << (boxBits*(i/3) + 3*(i%3) + 2)
		}
		index := last * spread >> 55
		if taken[index] {
			panic("bands: the spread constant does not separate all presence patterns")
		}
		taken[index] = true
		closed := t.close(v)
		if closed == 0 {
			t.minicols[v] = 1 << 63
		}
		for i := range 3 {
			lanes := closed >> (3 * i) & 7
			free := uint64(7)
			if bits.OnesCount64(lanes) == 1 {
				free ^= lanes
			}
			may := lanes | free<<loose
			cells := lanes&1 | lanes&2<<2 | lanes&4<<4 // one cell a minirow
			t.minirows[index] |= (cells*0o007 | may<<mayShift | colBits) << (boxBits * i)
			t.minicols[v] |= (lanes*0o111 | may<<(mayShift+columns) | rowBits) << (boxBits * i)
		}
	}
	return t
}

// close returns the union of the permutations inside presence pattern v. It
// also fills inside, narrow and wide.
func (t *tables) close(v uint64) (union uint64) {
	for i, p := range t.presence {
		if v&p == p {
			union |= p
			t.inside[v] |= 1 << i
		}
	}
	n := bits.OnesCount8(t.inside[v])
	t.narrow[v] = narrowLine[n] | narrowDigit[n]<<6
	t.wide[v] = wideLine[n] | wideDigit[n]<<6
	return union
}

// fillPlaces fills index, and keep for cells.
func (t *tables) fillPlaces() {
	for s := range 3 {
		for i := range 9 {
			k := boxBits*s + i
			t.keep[k] = notCells | 1<<k
			for other := range 3 {
				for j := range 9 {
					if other != s && j/3 != i/3 {
						t.keep[k] |= 1 << (boxBits*other + j)
					}
				}
			}
		}
	}
	for i := range 81 {
		row, col := i/9, i%9
		t.index[row/3][boxBits*(col/3)+3*(row%3)+col%3] = uint8(i)
	}
}

// fillLanes fills keep for lanes.
func (t *tables) fillLanes() {
	for s := range 3 {
		for lane := range 3 {
			row := boxBits*s + mayShift + lane
			col := row + columns
			t.keep[row+loose] = ^(uint64(0o007) << (boxBits*s + 3*lane))
			t.keep[col+loose] = ^(uint64(0o111) << (boxBits*s + lane))
			t.keep[row], t.keep[col] = notCells, notCells
			for other := range 3 {
				for j := range 9 {
					cell := uint64(1) << (boxBits*other + j)
					// A minirow of the band excludes its row from the other boxes.
					if (other == s) == (j/3 == lane) {
						t.keep[row] |= cell
					}
					if other != s || j%3 == lane {
						t.keep[col] |= cell
					}
				}
			}
		}
	}
}
