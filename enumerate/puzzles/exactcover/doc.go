// Package exactcover is the family of exact covers given as text, so that users
// can run any problem. The format is the one that Knuth's programs read (TAOCP
// 7.2.2.1):
//
//	| lines that begin with a bar are comments
//	a b c | p q          items: the primary ones, then a bar, the secondary ones
//	a b                  then one option a line, its items by name
//	c p:red q            a secondary item may be given a colour
//
// A primary item a is in exactly one option of a solution, 2|a in two, 2:3|a in two or
// three.
//
// A byte order mark before the text is skipped. A row of the dataset holds the
// numbers of the chosen options, from 0 in the order of the file; tables/options
// has their text.
package exactcover
