// Package survey goes through all pictures of a small size and classifies the
// clue sets they have: how many solutions, whether line logic finds the only
// one, and which of the six theorems are enough for it.
//
// An instance is a clue set that some picture has. There are 28,781,820 of 5 by
// 5; under the symmetries of the square (those of the rectangle for other
// sizes) 3.6 million classes remain, each with the size of its orbit.
//
// The package owns the enumeration, its cut into tasks and the tables that
// solve small pictures by look-up. It knows no files and no rows of a data set.
//
//	s, err := survey.New(5, 5)
//	k := s.NewKernel()
//	for _, task := range s.Tasks(256) {
//		k.Run(task, nil, func(c *survey.Class) bool { … })
//	}
//
// # How
//
// Take the clues of the rows, a tuple, as the outer loop and go through all
// pictures that have them (at most 7,776 of 5 by 5). A picture's column clues are
// a number below 13^5, so an array counts how many pictures share them: every
// clue set with these rows is counted in one pass, and nothing is kept between
// tuples. Of the images of a tuple under flip and mirror only the least is
// taken, 108,515 of 371,293; the transposition is dealt with per clue set: it
// counts where it is the least of its images.
//
// Lines are solved by a table over (clue, black cells, crossed cells), made once
// by package line, and one for every subset of the theorems, made from the
// rules of package theorems. A picture of 5 by 5 takes some 20 look-ups.
//
// # Naming
//
//	h, w   rows and columns          t   tuple of row clues, as a number
//	f, e   black and crossed cells   k   tuple of column clues, likewise
//	q      picture: bit h·column + row
package survey
