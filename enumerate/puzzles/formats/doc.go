// Package formats chooses the format of a file of puzzles. A family has one [List] of formats;
// commands, configs, help, errors, docs/formats.md and tests take all they know of formats from it.
//
// A new format is a file with a value of type [Format], and a line in the list:
//
//	func fileFormats(shape Shape) formats.List[*Puzzle] {
//		return formats.List[*Puzzle]{Noun: "Sudoku", Formats: []formats.Format[*Puzzle]{sdk(shape), plain(shape)}}
//	}
//
//	func sdk(shape Shape) formats.Format[*Puzzle] {
//		return formats.Format[*Puzzle]{
//			Name:    "sdk",
//			About:   "nine lines of nine cells, lines of remarks that begin with #",
//			Source:  "sudocue.net/fileformats.php",
//			Example: "#A somebody\n53..7....\n...",
//			Recognises: func(head []byte) bool { return bytes.HasPrefix(head, []byte("#A")) },
//			Read: func(in *formats.Input, each func(*Puzzle) error) error { ... },
//			Write: func(out io.Writer, puzzles iter.Seq[*Puzzle]) error { ... },
//		}
//	}
//
// What a reader must be told, such as the shape of a board, is a parameter of the function that makes the
// list. The first format that recognises a file reads it, so that narrow formats stand before wide ones; the
// name of a format, [enumerate.PuzzleFile].Format, forces it. Files packed by gzip are unpacked, and a byte
// order mark is dropped, before a format sees them.
//
// A reader gives puzzles to each one by one, and may use the memory of one for the next: a pack of a hundred
// thousand is never whole in memory unless the caller keeps it. It uses every line and every element, or
// returns an [enumerate.InputError] with the place. Where the rest of a file makes sense without a puzzle, the
// reader calls [Input.LeaveOut] with the error and goes on. It never takes a part of a puzzle for the whole.
//
// Most files are small enough to be read as a whole: [Whole] and [Single] make their readers. These fail in one way:
// [Place.Fail] panics with an [enumerate.InputError]. So do [Place.Need], [Must], and all functions whose comments say
// that they fail. No function between the fault and the reader has an error to hand on: Whole and Single catch the
// panic. Other code calls what may fail by [Caught], which returns the error: a reader of long files, which goes on
// behind a fault, and a Recognises that tries to read. Any other panic is a fault of the program, and is not caught.
//
// What was left out comes back as an [enumerate.LeftOut]. A family that opens a job gives its text to
// [enumerate.Spec.Remark], whose lines all commands print; solve prints it itself.
//
// A format without Read is recognised and refused by its name, with the line Instead that helps.
//
// A file may stand where a config is expected. Then the lists of all kinds of puzzles are asked, and a format whose
// files may look like those of another kind says so by [Format].Likely.
//
// The family exposes the list as [enumerate.Family].Formats by [List.ForCommands]. Tests of a list call
// formatstest.Examples: each example is recognised as its format, read, written and read again; and
// formatstest.NearMisses: texts that are nearly an example are refused, or read as a second reader reads them.
package formats
