package enumerate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTablesInTheDocs: the page on datasets explains the tables that are declared, and no others.
func TestTablesInTheDocs(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "tables.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared, explained := map[string]bool{}, map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasSuffix(v.Names[0].Name, "Table") {
			name, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			declared[name] = true
		}
		return true
	})
	page, err := os.ReadFile("../docs/dataset.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tables, found := strings.Cut(string(page), "\n| table | of | a row is |\n")
	tables, _, ended := strings.Cut(tables, "\n\n")
	if !found || !ended {
		t.Fatal("docs/dataset.md has no table of tables")
	}
	for _, line := range strings.Split(tables, "\n")[1:] {
		names, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		for _, name := range regexp.MustCompile("`(.+?)`").FindAllStringSubmatch(names, -1) {
			explained[name[1]] = true
		}
	}
	if !maps.Equal(declared, explained) {
		t.Errorf("declared: %v, explained in docs/dataset.md: %v", slices.Sorted(maps.Keys(declared)), slices.Sorted(maps.Keys(explained)))
	}
}
