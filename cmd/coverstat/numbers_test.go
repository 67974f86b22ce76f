package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// deciding are the names of constants that bound something or choose between ways.
var deciding = regexp.MustCompile(`^(max|most|least|few|fewest|short|shortest|long|hopeless|tight)([A-Z]|$)` +
	`|[a-z](Every|Part|Share|From|Limit|Work|Nodes|Updates|Budget|Memory|Seconds|Bytes|Probes|Draws|Gain|Factor|Pays|Trials|Width|Turn)$`)

// undecided are packages whose numbers are sizes of pictures and pages, or decide nothing of a run.
var undecided = []string{"cmd/bench", "cmd/known", "cmd/coverstat", "cmd/internal/browse", "cmd/internal/show", "enumerate/invariants",
	"export/chart", "export/picture", "export/report", "export/findings", "export/convert", "configs/make", "configs/covers"}

// A number is a constant that decides.
type number struct{ name, value, comment string }

// numbersOf returns the constants of a file that decide, each with its own comment, or else with that of its block.
func numbersOf(t *testing.T, file string, source []byte) (list []number) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		block, ok := d.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		before := block.Doc.Text() // the last comment above a constant
		for _, s := range block.Specs {
			spec := s.(*ast.ValueSpec)
			own := spec.Doc.Text() + spec.Comment.Text()
			if own != "" {
				before = own
			}
			for i, ident := range spec.Names {
				name := ident.Name
				if len(spec.Values) != len(spec.Names) || !deciding.MatchString(strings.ToLower(name[:1])+name[1:]) {
					continue
				}
				var value bytes.Buffer
				if err := printer.Fprint(&value, set, spec.Values[i]); err != nil {
					t.Fatal(err)
				}
				if strings.ContainsAny(value.String(), "\"'`|") || strings.Contains(value.String(), "iota") {
					continue
				}
				comment := own
				for _, above := range []string{before, block.Doc.Text()} {
					if comment == "" && strings.Contains(above, name) {
						comment = above
					}
				}
				if len(strings.Fields(comment)) < 6 && block.Doc != nil {
					comment = strings.TrimSpace(block.Doc.Text()) + " Here: " + comment
				}
				if strings.TrimSpace(comment) == "" {
					t.Errorf("%s: %s decides something: expected a comment that says what", file, name)
				}
				list = append(list, number{name, value.String(), strings.TrimSuffix(comment, " Here: ")})
			}
		}
	}
	return list
}

// TestNumbers: docs/numbers.md has all numbers that decide, made from their comments; COVERSTAT_UPDATE=1 writes it.
func TestNumbers(t *testing.T) {
	of := map[string][]string{} // lines of the tables, by package
	var packages []string
	link := regexp.MustCompile(`\[([A-Za-z.]+)\]`)
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		pkg := path.Dir(file)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && file != "." || d.Name() == "node_modules" || d.Name() == "testdata" || d.Name() == "runs"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") || strings.HasSuffix(pkg, "test") || slices.Contains(undecided, pkg):
			return nil
		}
		source, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		for _, n := range numbersOf(t, file, source) {
			if of[pkg] == nil {
				packages = append(packages, pkg)
			}
			says := strings.ReplaceAll(strings.Join(strings.Fields(n.comment), " "), "|", `\|`)
			of[pkg] = append(of[pkg], fmt.Sprintf("| [%s](../%s) | `%s` | %s |", n.name, file, n.value, link.ReplaceAllString(says, "$1")))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString(`# The numbers that decide

How far a search goes before the program chooses another way, what it refuses, how often it saves: each number is a
constant with a comment that says what it decides. This page is made of these comments
(` + "`COVERSTAT_UPDATE=1 go test ./cmd/coverstat -run TestNumbers`" + `); change a
number where it stands. What decides between ways to search counts nodes and updates, never seconds.
`)
	for _, pkg := range packages {
		fmt.Fprintf(&page, "\n## %s\n\n| number | value | what it decides |\n|---|---|---|\n%s\n", pkg, strings.Join(of[pkg], "\n"))
	}
	if os.Getenv("COVERSTAT_UPDATE") == "1" {
		if err := os.WriteFile("../../docs/numbers.md", []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(readPage(t, "docs/numbers.md"), page.String()); diff != "" {
		t.Errorf("docs/numbers.md is not what the comments of the constants say; COVERSTAT_UPDATE=1 go test ./cmd/coverstat -run TestNumbers writes it (-page +comments):\n%s", diff)
	}
}
