// Package lint holds the rules of the house that the compiler does not check.
package lint

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// rooms says which packages of the house a package may import: data flows one
// way, imports run downward. The longest prefix of a package's path decides.
var rooms = map[string][]string{
	"enumerate":                            {},
	"enumerate/symmetry":                   {"enumerate"},
	"enumerate/kernel":                     {"enumerate", "enumerate/kernel"},
	"enumerate/probe":                      {"enumerate", "stats"},
	"enumerate/condition":                  {"enumerate"},
	"enumerate/recurrence":                 {},
	"enumerate/strip":                      {"enumerate"},
	"enumerate/exact":                      {"enumerate", "enumerate/condition", "enumerate/symmetry", "enumerate/kernel"},
	"enumerate/exact/totals":               {"enumerate", "enumerate/symmetry", "enumerate/kernel", "enumerate/exact"},
	"enumerate/diagram":                    {"enumerate"},
	"enumerate/exact/jobs":                 {"enumerate", "enumerate/diagram", "enumerate/symmetry", "enumerate/kernel", "enumerate/probe", "enumerate/exact", "enumerate/exact/totals"},
	"enumerate/run":                        {"enumerate"},
	"enumerate/survey":                     {"enumerate", "enumerate/condition"},
	"enumerate/puzzletest":                 {"enumerate", "enumerate/symmetry", "enumerate/kernel", "enumerate/exact"},
	"enumerate/puzzles":                    {"enumerate", "enumerate/puzzles"},
	"enumerate/puzzles/formats":            {"enumerate", "enumerate/puzzles/formats"},
	"enumerate/puzzles/exactcover":         {"enumerate/puzzles/formats", "enumerate", "enumerate/symmetry", "enumerate/kernel", "enumerate/exact"},
	"enumerate/puzzles/polyform":           {"enumerate/puzzles/formats", "enumerate", "enumerate/symmetry", "enumerate/kernel", "enumerate/probe", "enumerate/exact", "enumerate/recurrence", "enumerate/run", "enumerate/strip", "enumerate/survey", "enumerate/puzzles/polyform"},
	"enumerate/puzzles/polyform/board":     {"enumerate", "enumerate/invariants"},
	"enumerate/puzzles/polyform/catalogue": {"enumerate/puzzles/polyform/lattice"},
	"enumerate/puzzles/polyform/lattice":   {"enumerate"},
	"enumerate/puzzles/polyform/measure":   {"enumerate", "enumerate/puzzles/polyform/lattice"},
	"enumerate/puzzles/polyform/packings":  {},
	"enumerate/puzzles/polyform/subsets":   {"enumerate", "enumerate/puzzles/polyform/packings"},
	"enumerate/puzzles/regions":            {"enumerate/puzzles/formats", "enumerate", "enumerate/symmetry", "enumerate/kernel", "enumerate/exact", "enumerate/puzzles/polyform", "enumerate/puzzles/regions/partition"},
	"enumerate/puzzles/regions/partition":  {"enumerate", "enumerate/symmetry", "enumerate/kernel"},
	"enumerate/puzzles/sudoku":             {"enumerate/puzzles/formats", "enumerate", "enumerate/invariants", "enumerate/symmetry", "enumerate/kernel", "enumerate/exact", "enumerate/survey", "enumerate/puzzles/sudoku"},
	"enumerate/puzzles/nonogram":           {"enumerate/puzzles/formats", "enumerate", "enumerate/invariants", "enumerate/survey", "enumerate/puzzles/nonogram"},
	"stats":                                {"enumerate"},
	"export":                               {"enumerate", "stats", "export"},
	"configs":                              {"enumerate", "configs"},
	"configs/tilings":                      {"configs", "enumerate", "enumerate/puzzles/formats", "enumerate/puzzles/polyform/lattice", "export/convert"},
	"configs/configstest":                  {"configs", "enumerate", "enumerate/puzzles"},
	"cmd/internal/progress":                {"enumerate", "enumerate/run", "stats"},
	"cmd/internal/study":                   {"configs", "enumerate", "enumerate/diagram", "enumerate/kernel/sweep", "enumerate/puzzles", "enumerate/run", "export", "stats", "cmd/internal/progress"},
	"cmd/internal/inspect":                 {"configs", "enumerate", "enumerate/run", "enumerate/symmetry", "export", "stats", "cmd/internal/progress", "cmd/internal/study"},
	"cmd/internal/forecast":                {"enumerate", "enumerate/probe", "enumerate/run", "stats", "export", "cmd/internal/progress", "cmd/internal/study"},
	"cmd/internal/produce":                 {"configs", "enumerate", "enumerate/run", "export", "stats", "cmd/internal/progress", "cmd/internal/study"},
	"cmd/internal/show":                    {"configs", "enumerate", "enumerate/condition", "enumerate/puzzles", "export", "stats", "cmd/internal/progress", "cmd/internal/study", "cmd/internal/inspect", "cmd/internal/produce"},
	"cmd/internal/explore":                 {"configs", "enumerate", "enumerate/diagram", "enumerate/run", "stats", "cmd/internal/study", "cmd/internal/show"},
	"cmd/internal/browse":                  {"configs", "enumerate", "export", "cmd/internal/explore", "cmd/internal/study", "cmd/internal/inspect", "cmd/internal/show"},
	"cmd":                                  {"enumerate", "enumerate/puzzles", "enumerate/run", "configs", "export", "stats", "cmd/internal"},
}

// kernels are closed rooms: no files, no clock, no goroutines, no formatting. The sweep alone
// has goroutines: its layers are no tasks that workers could do one by one.
var kernels = []string{
	"enumerate/kernel", "enumerate/kernel/sweep", "enumerate/kernel/sweep/cover",
	"enumerate/puzzles/polyform/board",
	"enumerate/puzzles/sudoku/bands", "enumerate/puzzles/sudoku/canon", "enumerate/puzzles/sudoku/singles",
	"enumerate/puzzles/nonogram/line", "enumerate/puzzles/nonogram/search", "enumerate/puzzles/nonogram/cluesets",
	"enumerate/puzzles/nonogram/theorems",
}

var closed = []string{"os", "io", "fmt", "sync", "time", "context", "log", "log/slog"}

func goFiles(t *testing.T, visit func(pkg, file string, source []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && name != root || d.Name() == "node_modules" || d.Name() == "testdata" || d.Name() == "runs") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		visit(path.Dir(file), file, source)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func imports(t *testing.T, file string, source []byte) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, i := range f.Imports {
		out = append(out, strings.Trim(i.Path.Value, `"`))
	}
	return out
}

// within reports whether a package is one of the given ones or stands below.
func within(pkg string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return pkg == p || strings.HasPrefix(pkg, p+"/") })
}

func allowed(pkg string) []string {
	best := ""
	for p := range rooms {
		if within(pkg, []string{p}) && len(p) > len(best) {
			best = p
		}
	}
	return rooms[best]
}

func TestImports(t *testing.T) {
	goFiles(t, func(pkg, file string, source []byte) {
		for _, name := range imports(t, file, source) {
			inside, ours := strings.CutPrefix(name, "coverstat/")
			if !ours {
				continue
			}
			// "enumerate" alone is the vocabulary, not all that stands below it.
			ok := slices.Contains(allowed(pkg), inside)
			for _, p := range allowed(pkg) {
				ok = ok || p != "enumerate" && within(inside, []string{p})
			}
			if !ok {
				t.Errorf("%s imports %s, which its room does not open to", file, inside)
			}
		}
	})
}

// testOnly are packages that only tests may import.
var testOnly = []string{"export/exporttest", "export/files/filestest", "enumerate/puzzletest", "enumerate/kernel/kerneltest", "enumerate/puzzles/sudoku/sudokutest", "enumerate/puzzles/formats/formatstest"}

func TestTestOnly(t *testing.T) {
	goFiles(t, func(pkg, file string, source []byte) {
		if slices.Contains(testOnly, pkg) {
			return
		}
		for _, name := range imports(t, file, source) {
			if inside, ours := strings.CutPrefix(name, "coverstat/"); ours && slices.Contains(testOnly, inside) {
				t.Errorf("%s imports %s, which is for tests alone", file, inside)
			}
		}
	})
}

func TestKernelsAreClosed(t *testing.T) {
	goFiles(t, func(pkg, file string, source []byte) {
		if !slices.Contains(kernels, pkg) {
			return
		}
		for _, name := range imports(t, file, source) {
			if slices.Contains(closed, name) && !(name == "sync" && strings.HasPrefix(pkg, "enumerate/kernel/sweep")) {
				t.Errorf("%s imports %s: a kernel knows integers alone", file, name)
			}
		}
	})
}

func TestFiles(t *testing.T) {
	documented := map[string]bool{}
	goFiles(t, func(pkg, file string, source []byte) {
		if n := bytes.Count(source, []byte("\n")); n > 500 {
			t.Errorf("%s has %d lines: expected at most 500", file, n)
		}
		for _, mark := range []string{"TO" + "DO", "FIX" + "ME", "XX" + "X"} {
			if bytes.Contains(source, []byte(mark)) {
				t.Errorf("%s has a %s", file, mark)
			}
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		documented[pkg] = documented[pkg] || f.Doc != nil
	})
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("package %s has no comment that says what it owns", pkg)
		}
	}
}

// TestFacts compares the keys of facts in the code with the table in the manifest's page: what each
// is, and which packages make it.
func TestFacts(t *testing.T) {
	made := map[string][]string{} // packages by key
	goFiles(t, func(pkg, file string, source []byte) {
		f, err := parser.ParseFile(token.NewFileSet(), file, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			fields := map[string]ast.Expr{}
			for _, e := range literal.Elts {
				if field, ok := e.(*ast.KeyValueExpr); ok {
					if name, ok := field.Key.(*ast.Ident); ok {
						fields[name.Name] = field.Value
					}
				}
			}
			if fields["Key"] == nil || fields["Text"] == nil && fields["Value"] == nil {
				return true
			}
			key, ok := fields["Key"].(*ast.BasicLit)
			if !ok {
				t.Errorf("%s: the key of a fact is no literal", file)
			} else if k := strings.Trim(key.Value, `"`); !slices.Contains(made[k], pkg) {
				made[k] = append(made[k], pkg)
			}
			return true
		})
	})
	page, err := os.ReadFile("../../../export/MANIFEST.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| key | value | made in |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	said := map[string]string{}
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		said[strings.Trim(cells[0], "`")] = cells[len(cells)-1]
	}
	for key, packages := range made {
		if want := strings.Join(slices.Sorted(slices.Values(packages)), ", "); said[key] != want {
			t.Errorf("export/MANIFEST.md says that the fact %s is made in %q: expected %q", key, said[key], want)
		}
		delete(said, key)
	}
	for key := range said {
		t.Errorf("export/MANIFEST.md has the fact %s, which no package makes", key)
	}
}

// named are the names of kernels, of ways to count, and of measures that code compared with once.
var named = []string{"bits", "dlx", "scan", "sweep", "listing", "place", "surplus"}

// families are the names of kinds of problems: code outside their folders compares with none of them.
var families = []string{"polyomino", "polycube", "polyhex", "polyiamond", "sudoku", "nonogram", "exactcover", "regions"}

// TestNames looks for code that a name or a sentence for people decides: the key or the text of a fact read outside
// the vocabulary, and comparisons with names of kernels, ways to count and measures, of which few may remain.
func TestNames(t *testing.T) {
	const most = 3
	var compared []string
	goFiles(t, func(pkg, file string, source []byte) {
		if within(pkg, testOnly) || within(pkg, []string{"cmd/bench", "cmd/known", "enumerate/invariants"}) {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		check := func(e ast.Expr) {
			switch e := e.(type) {
			case *ast.BasicLit:
				name := strings.Trim(e.Value, `"`)
				if slices.Contains(named, name) {
					compared = append(compared, file+" with "+e.Value)
				}
				if slices.Contains(families, name) && !within(pkg, []string{"enumerate/puzzles"}) {
					t.Errorf("%s compares with the name of a family: a kind of problem enters in its folder and in puzzles.go alone", file)
				}
			case *ast.SelectorExpr:
				if fact, ok := e.X.(*ast.Ident); ok && (fact.Name == "f" || fact.Name == "fact") {
					if e.Sel.Name == "Text" {
						t.Errorf("%s compares a text that is meant for people", file)
					} else if e.Sel.Name == "Key" && pkg != "enumerate" {
						t.Errorf("%s reads a fact by its key: a Description has what code may ask", file)
					}
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					check(n.X)
					check(n.Y)
				}
			case *ast.SwitchStmt:
				check(n.Tag)
			case *ast.CaseClause:
				for _, e := range n.List {
					check(e)
				}
			case *ast.CallExpr: // of strings.Contains, strings.CutPrefix and their like
				if fun, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) == 2 {
					if of, ok := fun.X.(*ast.Ident); ok && of.Name == "strings" {
						check(n.Args[0])
						check(n.Args[1])
					}
				}
			}
			return true
		})
	})
	if len(compared) > most {
		t.Errorf("%d comparisons with names, expected at most %d:\n%s", len(compared), most, strings.Join(compared, "\n"))
	}
}

// TestSuites: CONTRIBUTING.md lists the suites of the Makefile, each with the time that its help says.
func TestSuites(t *testing.T) {
	times := func(file, pattern string) map[string]string {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]string{}
		for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
			of[found[1]] = found[2]
		}
		return of
	}
	help := times("Makefile", `(?m)^([a-z-]+):.*## .*\(([^()]+)\)$`)
	listed := times("CONTRIBUTING.md", "(?m)^\\| `make ([a-z-]+)` \\|.*\\| ([^|]+) \\|$")
	for target, time := range listed {
		if help[target] != time {
			t.Errorf("make %s takes %s, says CONTRIBUTING.md; the Makefile says %q", target, time, help[target])
		}
	}
	for target := range help {
		tests := strings.HasPrefix(target, "test") || slices.Contains([]string{"quick", "check", "known", "known-all", "soak", "fuzz", "bench", "certify", "notebooks"}, target)
		if _, ok := listed[target]; tests && !ok {
			t.Errorf("CONTRIBUTING.md does not list make %s among the suites", target)
		}
	}
}
