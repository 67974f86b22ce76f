package bands

import "fmt"

// The word of digit 6 in the top band of a puzzle that gives 6 in the first row, second column,
// after closing the digit has removed what no pattern of it uses.
func Example_word() {
	const text = "060593000901000500030400090108020004400309001200010609080006020004000807000785010"
	var givens [81]byte
	for i := range givens {
		givens[i] = text[i] - '0'
	}
	s := New()
	s.load(&givens)
	g := &s.boards[0]
	for d, v := range s.digit {
		if v != 6 {
			continue
		}
		w := &g.word[d]
		closeDigit(w, &g.open)
		for r := range 3 {
			for i := range 9 {
				fmt.Printf("%c", ".6"[(w[0]|w[placed]&allCells)>>(boxBits*(i/3)+3*r+i%3)&1])
			}
			fmt.Println()
		}
		fmt.Println("       cells      may: rows cols   loose: rows cols")
		for box := range 3 {
			x := w[0] >> (boxBits * box)
			fmt.Printf("box %d  %09b       %03b  %03b          %03b  %03b\n", box, x&0o777, x>>9&7, x>>12&7, x>>15&7, x>>18&7)
		}
	}
	// Output:
	// .6.......
	// ...66..66
	// ....6...6
	//        cells      may: rows cols   loose: rows cols
	// box 0  000000010       001  010          110  101
	// box 1  010011000       110  011          111  111
	// box 2  100110000       110  110          111  111
}
