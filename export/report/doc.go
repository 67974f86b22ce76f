// Package report makes one page about a dataset: an HTML file that holds all
// it shows, reads on a phone and in print, and neither runs a script nor asks
// the network for anything.
//
//	page, err := report.New(dataset, document, report.Settings{...})
//	err = page.Write(w)
//
// It owns what is worth showing and how it is laid out. A section of the page is
// a [block]: notes, a chart, a table, figures, and blocks within it. Each
// function that makes sections returns blocks, and page.html shows any block, so
// a new section is one such function. Numbers come from stats.json (package
// stats) and the manifest; charts are drawn by package chart, boards by package
// picture. Same dataset, same bytes.
//
// Every text of a config, a name of a piece among them, passes html/template
// or an XML encoder. The page forbids scripts besides.
package report
