package configs

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"coverstat/enumerate"
)

// Fault is an input error at a key of the config, a dotted path such as
// "family" or "measures.2"; if the key is not there, at the nearest above it.
func (p *Plan) Fault(path, expected, format string, args ...any) error {
	e := p.root.find(path).at.fault(expected, format, args...)
	if e.File == "" {
		e.File = p.file
	}
	return e
}

// Locate gives an input error that has no place (a family's, say) one: that of
// the text in the config that the error quotes, if it stands there just once;
// else that of the key with which the error begins ("board of 0 x 8 cells" or
// "puzzle.blocked makes many boards"), or of the flag that set something below
// it; else that of the puzzle. Other errors it returns as they are.
func (p *Plan) Locate(err error) error {
	var input *enumerate.InputError
	if !errors.As(err, &input) || input.File != "" {
		return err
	}
	if input.Line > 0 {
		return place{file: p.file, line: input.Line, column: input.Column}.fault(input.Expected, "%s", input.Problem)
	}
	at := p.puzzlePlace()
	if n := p.quoted(err.Error()); n != nil {
		at = n.at
	} else if n := p.opening(err.Error()); n != nil {
		at = n.at
	}
	return at.fault("", "%v", err) // the wrapping says where in the puzzle it is
}

// puzzlePlace is where the puzzle's key stands.
func (p *Plan) puzzlePlace() place {
	for _, e := range p.root.keys {
		if e.key == "puzzle" && e.at.file != "" {
			return e.at
		}
	}
	return place{file: p.file}
}

// opening returns the value of the key with which a message begins, or which it
// says there are none of.
func (p *Plan) opening(message string) *node {
	word := strings.TrimPrefix(message, "no ")
	message = word
	if end := strings.IndexFunc(message, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.')
	}); end >= 0 {
		word = message[:end]
	}
	found := p.root.lookup(word)
	if found == nil {
		found = p.puzzle.lookup(word)
	}
	if found == nil {
		return nil
	}
	flagged := found
	found.walk(func(n *node) {
		if n.at.flag {
			flagged = n
		}
	})
	if flagged.at.file == "" {
		return nil
	}
	return flagged
}

// quoted returns the one value whose text a message quotes; of several such
// texts it takes the longest, and nil if that stands in the config twice.
func (p *Plan) quoted(message string) *node {
	var best *node
	unique := false
	p.root.walk(func(n *node) {
		if n.kind != stringKind || n.text == "" || !strings.Contains(message, strconv.Quote(n.text)) {
			return
		}
		switch {
		case best == nil || len(n.text) > len(best.text):
			best, unique = n, true
		case n.text == best.text:
			unique = false
		}
	})
	if !unique || best.at.file == "" {
		return nil
	}
	return best
}
