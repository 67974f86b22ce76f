package regions

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

var edgesFormat = formats.Format[*fileGraph]{
	Name:   "edges",
	About:  "lines of two neighbours, with blanks, tabs, commas or semicolons between; a header and weights of edges may be there",
	Source: "networkx write_edgelist; enumpart of the R package redist", Example: "# a comment\na b\nb c\nd\n",
	Recognises: func(head []byte) bool {
		return len(bytes.TrimSpace(head)) == 0 || utf8.Valid(head[:max(0, len(head)-4)]) &&
			!bytes.Contains(head, []byte{0}) && !bytes.ContainsAny(bytes.TrimSpace(head)[:1], "{[<")
	},
	Likely: func(head []byte) enumerate.Likelihood {
		// most would be vertices without neighbours
		if len(pairLine().FindAll(head, -1)) <= len(wordLine().FindAll(head, -1)) {
			return enumerate.Unlikely
		}
		return enumerate.Possible
	},
	Read: formats.Single(readEdges),
	Write: writeOne(func(f *fileGraph) (string, error) {
		var b strings.Builder
		alone := slices.Repeat([]bool{true}, len(f.names))
		for _, name := range f.names {
			if strings.ContainsAny(name, " \t,;#\r\n\"") || name == "" {
				return "", enumerate.Errorf(
					"the vertex %q has a blank, a comma, a semicolon or a # in its name: expected another format", name)
			}
		}
		edges := simple(f.edges)
		for _, e := range edges {
			alone[e[0]], alone[e[1]] = false, false
		}
		for v, name := range f.names {
			if alone[v] {
				fmt.Fprintln(&b, name)
			}
			for _, e := range edges {
				if int(e[0]) == v {
					fmt.Fprintln(&b, name, f.names[e[1]])
				}
			}
		}
		return b.String(), nil
	}),
}

var (
	pairLine = enumerate.Pattern(`(?m)^[ \t]*[^#%\s{\[][^\r\n#]*[ \t,;][^\r\n#]*[^\s,;#]`) // two names on a line
	wordLine = enumerate.Pattern(`(?m)^[ \t]*[^#%\s,;]+[ \t\r]*$`)                         // one
)

// splitter returns how the lines of a text are split, by its first line of fields.
func splitter(line string) func(string) ([]string, error) {
	for _, comma := range "\t,;" {
		if strings.ContainsRune(line, comma) {
			return func(s string) ([]string, error) {
				r := csv.NewReader(strings.NewReader(s))
				r.Comma, r.TrimLeadingSpace, r.FieldsPerRecord = comma, comma != '\t', -1
				fields, err := r.Read()
				for i := range fields {
					fields[i] = strings.TrimSpace(fields[i])
				}
				if n := len(fields); n > 1 && fields[n-1] == "" {
					fields = fields[:n-1]
				}
				return fields, err
			}
		}
	}
	return func(s string) ([]string, error) { return strings.Fields(s), nil }
}

// firstLine returns the first line that is neither empty nor a comment.
func firstLine(text []byte) string {
	for _, s := range formats.Lines(text) {
		if s = strings.TrimSpace(s); s != "" && !isComment(s) {
			return s
		}
	}
	return ""
}

func isComment(s string) bool {
	return strings.HasPrefix(s, "#") || strings.HasPrefix(s, "%") || strings.HasPrefix(s, "//")
}

// A row is the fields of a line.
type row struct {
	at     formats.Place
	fields []string
}

// readEdges reads lines of two names, or of one, which is a vertex without a neighbour in its line. Further fields
// of all lines are weights of edges, or what networkx writes of these.
func readEdges(_ *formats.Input, text []byte) *fileGraph {
	const neighbours = "the names of two vertices that are neighbours"
	split := splitter(firstLine(text))
	var rows []row
	for line, s := range formats.Lines(text) {
		at := formats.Place{Line: line}
		s = strings.TrimSpace(s)
		if isComment(s) {
			words := strings.Fields(s)
			at.Need(len(words) != 2 || !strings.Contains(words[1], "#"),
				"a comment, in which no further word has a #, or names without #", "a line that begins with #")
			continue
		}
		var open bool
		if i := strings.Index(s, "#"); i > 0 && (s[i-1] == ' ' || s[i-1] == '\t') {
			open, s = i+1 < len(s) && s[i+1] != ' ', strings.TrimSpace(s[:i])
		}
		data := ""
		if i := strings.Index(s, "{"); i > 0 && strings.HasSuffix(s, "}") { // the attributes of an edge
			data, s = s[i:], strings.TrimRight(s[:i], " \t,;")
		}
		if s == "" {
			continue
		}
		fields, err := split(s)
		at.Need(err == nil && !slices.Contains(fields, ""), neighbours, "got %q", enumerate.Shorten(s))
		at.Need(!open || len(fields) >= 2, "names without it: it begins a comment", "a name that begins with #")
		at.Need(!strings.ContainsAny(s, "{}") && (data == "" || len(fields) == 2), neighbours, "got %q",
			enumerate.Shorten(s))
		if data != "" {
			fields = append(fields, data)
		}
		rows = append(rows, row{at, fields})
	}
	f := &fileGraph{}
	f.rows(f.header(rows))
	return f
}

// rows takes the lines behind a header.
func (f *fileGraph) rows(rows []row) {
	width, third := 0, true // the fields of lines of more than one; whether all third ones are names of vertices
	named := map[string]bool{}
	for _, r := range rows {
		for _, name := range r.fields[:min(2, len(r.fields))] {
			named[name] = true
		}
	}
	for _, r := range rows {
		n := len(r.fields)
		if n == 1 {
			name := r.fields[0]
			if strings.Contains(name, "->") || strings.Contains(name, "--") || len(rows) > 1 && hyphened(rows) {
				r.at.Fail("the names of two vertices with a blank or a comma between", "got %q", name)
			}
			f.vertex(name)
			continue
		}
		r.at.Need(n == 2 || n == 3 && isEdgeData(r.fields[2]), "the names of two vertices that are neighbours",
			"got %d words", n)
		if width > 0 && n != width {
			r.at.Fail(fmt.Sprintf("%d as in the lines before", width), "got %d words", n)
		}
		if width = n; n == 3 {
			third = third && named[r.fields[2]]
		}
		f.add(r.fields[0], r.fields[1])
	}
	if width == 3 {
		rows[0].at.Need(!third, "two names a line",
			"three names a line, where the third may be a neighbour or the weight of an edge")
		f.remark("the third word of each line, the weight of an edge, is not used")
	}
}

// hyphened reports whether all lines are a word with a hyphen.
func hyphened(rows []row) bool {
	return !slices.ContainsFunc(rows,
		func(r row) bool { return len(r.fields) != 1 || !strings.Contains(r.fields[0], "-") })
}

func isEdgeData(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || strings.HasPrefix(s, "{")
}

// heads are what columns of edges are called.
var heads = []string{"source", "target", "from", "to", "src", "dst", "dest", "u", "v", "node1", "node2", "id1", "id2",
	"vertex1", "vertex2", "focal", "neighbor", "neighbour", "start", "end", "origin", "destination", "head", "tail",
	"geoid1", "geoid2"}

// header takes the first line away if it is not an edge: names of columns, or the numbers of vertices and edges.
// Where it may be an edge as well, that is an error.
func (f *fileGraph) header(rows []row) []row {
	if len(rows) < 2 {
		return rows
	}
	first, rest := rows[0], rows[1:]
	names, edges := map[string]bool{}, 0
	numbers := true // all names are
	for _, r := range rest {
		for _, name := range r.fields[:min(2, len(r.fields))] {
			names[name] = true
			numbers = numbers && isNumber(name)
		}
		if len(r.fields) > 1 {
			edges++
		}
	}
	known := false
	for _, name := range first.fields[:min(2, len(first.fields))] {
		known = known || names[name]
	}
	if len(first.fields) == 1 && isNumber(first.fields[0]) && edges == len(rest) {
		count, _ := strconv.Atoi(first.fields[0])
		if count == len(names) && !known {
			return rest
		}
		first.at.Need(known || !numbers, fmt.Sprintf("the number of vertices, %d, or an edge", len(names)),
			"a number alone: %s", first.fields[0])
	}
	if len(first.fields) == 2 && isNumber(first.fields[0]) && isNumber(first.fields[1]) && edges == len(rest) {
		n, _ := strconv.Atoi(first.fields[0])
		m, _ := strconv.Atoi(first.fields[1])
		if n == len(names) && m == len(rest) {
			first.at.Need(!names[first.fields[0]] || !names[first.fields[1]],
				"the edge in another line, or these numbers in a comment",
				"two numbers that may be an edge, or the numbers of vertices and edges")
			return rest
		}
	}
	if len(first.fields) < 2 || known || slices.ContainsFunc(first.fields, isEdgeData) {
		return rows
	}
	isHead := slices.Contains(heads, strings.ToLower(first.fields[0])) &&
		slices.Contains(heads, strings.ToLower(first.fields[1]))
	if isHead || numbers && !isNumber(first.fields[0]) && !isNumber(first.fields[1]) || len(first.fields) > 2 {
		f.remark("line %d is a header, no edge: %s", first.at.Line, strings.Join(first.fields, ", "))
		return rest
	}
	return rows
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// isGraph6 recognises texts whose lines are all graphs in the form graph6: with n vertices, n+63 as a character and
// n(n-1)/2 bits, six a character.
func isGraph6(head string) bool {
	if strings.HasPrefix(head, ">>graph6<<") || strings.HasPrefix(head, ">>sparse6<<") || strings.HasPrefix(head, ":") {
		return true
	}
	lines := 0
	for _, s := range formats.Lines([]byte(head)) {
		lines++
		if s == "" || s[0] < 63 || s[0] > 125 {
			return false
		}
		n := int(s[0]) - 63
		if n < 2 || len(s) != 1+(n*(n-1)/2+5)/6 || strings.ContainsFunc(s, func(r rune) bool {
			return r < 63 || r > 126
		}) {
			return false
		}
	}
	return lines > 0
}

// matrixOf returns the numbers of all lines of a text, nil if something else is there.
func matrixOf(head string) (all [][]int) {
	for _, s := range formats.Lines([]byte(head)) {
		numbers := []int{}
		if isComment(s) {
			continue
		}
		for _, word := range strings.FieldsFunc(s, func(r rune) bool {
			return r == ' ' || r == '\t' || r == ',' || r == ';'
		}) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil
			}
			numbers = append(numbers, n)
		}
		all = append(all, numbers)
	}
	return all
}

// isMetis recognises the numbers n and m, and n lines of the neighbours of the vertices 1 to n, each edge in two lines.
func isMetis(head string) bool {
	all := matrixOf(head)
	if len(all) < 2 || len(all[0]) != 2 || len(all)-1 != all[0][0] {
		return false
	}
	entries := 0
	for v, list := range all[1:] {
		for _, w := range list {
			if w < 1 || w >= len(all) || !slices.Contains(all[w], v+1) {
				return false
			}
			entries++
		}
	}
	return entries == 2*all[0][1]
}

// isMatrix recognises three or more lines of as many 0s and 1s each, with or without blanks between.
func isMatrix(head string) bool {
	all := matrixOf(head)
	n := 0
	for _, list := range all {
		if len(list) == 0 {
			continue
		}
		if n++; len(list) < 3 || slices.ContainsFunc(list, func(x int) bool { return x != 0 && x != 1 }) {
			return false
		}
	}
	if n < 3 || len(all[0]) != n {
		return false
	}
	for i := range n { // a table that is not symmetric may be anything
		for j := range n {
			if len(all[i]) != n || len(all[j]) != n || all[i][j] != all[j][i] || i == j && all[i][i] != 0 {
				return false
			}
		}
	}
	return true
}
