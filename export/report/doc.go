// Package report writes findings for their readers: an HTML page, the Markdown of a card, and
// the text of a console.
//
//	err = report.Page(w, found, sections)
//	err = report.Text(w, sections...)
//	text := report.Markdown(sections...)
//
// It owns the look. What there is to say is in package findings: a writer shows any section, so
// that a new one needs nothing here.
//
// A page is one file that holds all it shows, reads on a phone and in print, and neither runs a
// script nor asks the network for anything. Every text of a config, a name of a piece among them,
// passes html/template or an XML encoder, and the page forbids scripts besides. Same findings,
// same bytes.
package report
