// Package block encodes batches of rows as compressed, checksummed blocks of bytes, and reads them back. Rows are
// stored as blocks in the journal's segments, in the files of a sort, and in memory until their task is committed.
//
// A [Buffer] encodes rows into memory. A [List] reads rows from blocks that lie in several files or in memory. To
// decode a block one needs its bytes and the columns. An encoder keeps no state between blocks, so the same rows, cut
// into the same batches, give the same bytes. Readers check everything and never panic, whatever the bytes.
//
// # Format
//
// All numbers are little endian. A block is a header of 32 bytes and a body:
//
//	 0       4       8      12      16              24              32
//	+-------+-------+-------+-------+---------------+---------------+-----
//	|"CVB1" | rows  | plain | body  | flags, zeros  | checksum      | body
//	+-------+-------+-------+-------+---------------+---------------+-----
//
// "rows" is the number of rows, "plain" the length of the body before compression, and the number after it the length
// of the body as stored. If the two lengths are equal, the body is not compressed; otherwise it is compressed by S2.
// Bit 0 of the flags says that the block begins a sorted run. The checksum is the XXH3 of the stored body, seeded
// with the XXH3 of the first 24 bytes. So a block that was cut short, moved or damaged in any byte is recognised: a
// torn tail of a file is a block that is damaged.
//
// The plain body holds the columns one after another:
//
//	nullable column:  1 byte: 0 no nulls, 1 a byte per row follows (1 valid),
//	                  2 nulls alone (an int32 column then has no integers)
//	int32, int64:     integers
//	double:           8 bytes per row
//	bool:             1 byte per row
//	string:           integers (lengths), characters
//	list<int32>:      integers (lengths), integers (elements)
//	integers:         1 byte width w (0, 1, 2, 4, 8), 8 bytes least value,
//	                  then w bytes each: value - least
//
// So the integers 300, 301 and 299 are 12 bytes: the width 1, the least value 299, and what each is above it.
//
//	01  2b 01 00 00 00 00 00 00  01 02 00
//
// A body may be stored as it is.
package block
