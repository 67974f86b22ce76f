package show

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// page writes the report of a dataset and returns it.
func page(t *testing.T, dir string, o ReportOptions) string {
	t.Helper()
	o.Quick = true
	name, err := Report(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// section returns a section of a page as text, without drawings and marks.
func section(t *testing.T, page, id string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `<section id="`+id+`"`)
	if !found {
		t.Fatalf("the page has no section %q", id)
	}
	text, _, _ := strings.Cut(rest, "</section>")
	text = regexp.MustCompile(`(?s)<svg.*?</svg>`).ReplaceAllString(text, "")
	return regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " ")
}

// TestPageByScale shows counts by charts, answers by their share, kinds by pictures
// and constants by their value: only counts have a mean and a median. A title takes
// the place of the name; changed after the run, it is changed in the dataset.
func TestPageByScale(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	set := []string{"measures=[crossroads, on_edge(I4), place(O4), fault_lines, colours]", "puzzle.board.rows=4", "puzzle.board.cols=10",
		"puzzle.pieces=[{name: I4, count: 2}, {name: O4, count: 1}, {name: T4, count: 2}, {name: S4, count: 2}, {name: L4, count: 3}]"}
	runInto(t, dir, "tetro2-5x8", append(set, "title=First", "description=What it is.")...)
	first := page(t, dir, ReportOptions{})
	if !strings.Contains(first, "<h1>First</h1>\n<p>What it is.</p>") {
		t.Error("the page has no title or no description")
	}
	runInto(t, dir, "tetro2-5x8", append(set, "title=Second & third", "description=What it is.")...)
	p := page(t, dir, ReportOptions{})
	if !strings.Contains(p, "<h1>Second &amp; third</h1>") || strings.Contains(p, "First") {
		t.Error("the title is not that of the second run")
	}
	if s := section(t, p, "kinds"); !strings.Contains(s, "place O4") || regexp.MustCompile(`mean \d|median|bits`).MatchString(s) || !strings.Contains(s, "of all solutions") {
		t.Errorf("kinds: %s", s)
	}
	measures := section(t, p, "measures")
	for _, name := range []string{"crossroads", "on edge I4"} { // on_edge(I4) counts: there are two of them
		if !strings.Contains(measures, name) {
			t.Errorf("there is no chart of %s", name)
		}
	}
	if strings.Contains(measures, "place") {
		t.Error("there is a chart of place(O4)")
	}
	if card, err := Card(dir, "", ""); err != nil {
		t.Error(err)
	} else if text, err := os.ReadFile(card); err != nil || !strings.Contains(string(text), "# Second \\& third\n") || !strings.Contains(string(text), "\nWhat it is.\n") {
		t.Errorf("the card has no title or no description (%v)", err)
	}
}

// TestPageAgainst begins with the verdict and sets the census beside the sample in
// every chart.
func TestPageAgainst(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	base := t.TempDir()
	census, sample := filepath.Join(base, "census"), filepath.Join(base, "sample")
	measures := "measures=[on_edge(I5), touches_edge(X5), crossroads, place(I5)]"
	puzzle := []string{"puzzle.board.rows=5", "puzzle.board.cols=12", "puzzle.pieces=[pentominoes]"}
	runInto(t, census, "chessboard", append([]string{"name=all", "crosstabs=[]", measures}, puzzle...)...)
	runInto(t, sample, "chessboard-shuffled", append([]string{"name=drawn", "sample.draws=400", measures}, puzzle...)...)
	p := page(t, sample, ReportOptions{Against: census})
	if at := strings.Index(p, "<section"); !strings.HasPrefix(p[at:], `<section id="against"`) {
		t.Error("the first section is not the verdict")
	}
	verdict := section(t, p, "against")
	for _, want := range []string{"classes seen,", "expected of a uniform draw", "all: the census, 4,040 solutions", "drawn: the sample, 400 draws"} {
		if !strings.Contains(verdict, want) {
			t.Errorf("the verdict lacks %q: %s", want, verdict)
		}
	}
	for _, id := range []string{"measures", "kinds", "answers"} {
		if s := section(t, p, id); !strings.Contains(s, "census") || !strings.Contains(s, "draws") || strings.Contains(s, "NaN") || strings.Contains(s, "up to symmetry") {
			t.Errorf("%s: %s", id, s)
		}
	}
	_, chart, _ := strings.Cut(p, `<section id="measures"`)
	chart, _, _ = strings.Cut(chart, "</svg>")
	if !strings.Contains(chart, `fill="#0072b2"`) || !strings.Contains(chart, `fill="#d55e00"`) {
		t.Error("a chart has no bars of the census beside those of the draws")
	}
}

// TestPageOfBoards draws a solution on the boards of a survey that have one, and
// ranks no counts that stopped at a limit.
func TestPageOfBoards(t *testing.T) {
	set := []string{"puzzle.board.rows=4", "puzzle.board.cols=5", "puzzle.blocked.0.choose=4", "puzzle.pieces=[I3, V3, O4, L4, I2]"}
	dir := filepath.Join(t.TempDir(), "out")
	runInto(t, dir, "baibian-census", set...)
	p := page(t, dir, ReportOptions{})
	if !strings.Contains(p, "Most solutions") || !strings.Contains(p, "One solution") || !strings.Contains(p, `aria-label="what the colours are"`) {
		t.Error("a gallery or the legend is missing")
	}
	_, gallery, _ := strings.Cut(p, "<h2>One solution</h2>")
	gallery, _, _ = strings.Cut(gallery, "</section>")
	for _, svg := range strings.Split(gallery, "</svg>")[:6] {
		colours := map[string]bool{}
		for _, m := range regexp.MustCompile(`<path fill="(#[0-9a-f]{6})"`).FindAllStringSubmatch(svg, -1) {
			colours[m[1]] = true
		}
		if len(colours) < 5+2 { // pieces, blocked cells, paper or lines
			t.Errorf("a board of one solution has %d colours: there is no solution on it", len(colours))
		}
	}
	runInto(t, dir+"2", "baibian-census", append(set, "puzzle.limit=2")...)
	if p := page(t, dir+"2", ReportOptions{}); strings.Contains(p, "Most solutions") || !strings.Contains(p, "One solution") {
		t.Error("counts that stopped at a limit are ranked")
	}
}

// TestPageOfSolids shows solutions layer by layer and as solids.
func TestPageOfSolids(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	runInto(t, dir, "slothouber-graatsma")
	p := page(t, dir, ReportOptions{})
	for _, title := range []string{"Some solutions", "As solids"} {
		if !strings.Contains(p, "<h2>"+title+"</h2>") {
			t.Errorf("there is no section %q", title)
		}
	}
}
