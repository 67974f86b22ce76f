// Package cluesets goes through all pictures of a small size and classifies the
// clue sets that they have: how many solutions, whether line logic finds the
// only one, and which of the six theorems are enough for that.
//
// An instance is a clue set that some picture has. 5 by 5 has 28,781,820 of
// them. Under the symmetries of the square (of the rectangle for other sizes)
// 3.6 million classes remain, each with the size of its orbit.
//
// The package owns the enumeration, its tasks, and the tables that solve small
// pictures by look-up. It knows no files and no rows of a dataset.
//
//	s := cluesets.New(5, 5)
//	k := s.NewKernel(true)
//	for _, task := range s.Tasks(256) {
//		k.Run(task, nil, func(c *cluesets.Class) bool { … })
//	}
//
// # How it works
//
// The outer loop goes over the clues of all rows, a tuple. For each tuple the
// kernel goes through all pictures that have these row clues (at most 7,776 of
// 5 by 5). The column clues of a picture are a number below 13^5, so an array
// counts how many pictures share them. One pass counts every clue set with
// these rows, and nothing is kept between tuples. Of the images of a tuple
// under flip and mirror only the least is used: 108,515 of 371,293. The
// transposition is handled for each clue set: a set counts where it is the
// least of its images.
//
// Lines are solved by a table over (clue, black cells, crossed cells), which is
// made once by package line. Every subset of the theorems has such a table,
// too, made from the rules of package theorems. A picture of 5 by 5 takes some
// 20 look-ups.
//
// # Naming
//
//	h, w   rows and columns          x   tuple of row clues, as a number
//	f, e   black and crossed cells   y   tuple of column clues, likewise
//	q      picture: bit h·column + row
//	s      the tables                k   the kernel
package cluesets
