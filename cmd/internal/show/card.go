package show

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/export/report"
)

// Card writes README.md beside the rows of a dataset. It says what the dataset
// is, how it was made and proved, what the columns mean, how to cite and rebuild
// it, under a head that hubs of datasets read. It returns the file's path. license is an identifier such as
// cc0-1.0, "" if it is unknown, and author who is to be cited, "" for nobody: a dataset does not know them of itself.
// The same ones give the same bytes; the manifest does not list the file, so that it may be edited.
func Card(dir, license, author string) (string, error) {
	license = cmp.Or(license, "unknown")
	if ok, _ := regexp.MatchString(`^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$`, license); !ok {
		return "", enumerate.Errorf("license %q: expected an identifier such as cc0-1.0 or cc-by-4.0", license)
	}
	if strings.ContainsAny(author, "\n\r{}\\`") {
		return "", enumerate.Errorf(
			"author %q: expected a name in one line, without braces, backslashes and backquotes",
			author)
	}
	d, err := study.OpenFinished(dir)
	if err != nil {
		return "", err
	}
	f, err := d.Findings()
	if err != nil {
		return "", err
	}
	again, err := f.Again(shippedName(d.Manifest))
	if err != nil {
		return "", fmt.Errorf("config in the manifest: %w", err)
	}
	text := cardHead(f, license) + report.Markdown(slices.Concat(cardCounts(f), cardColumns(f.Manifest),
		cardPositions(f), []findings.Section{f.Proof(), again}, cite(f, license, author))...)
	name := filepath.Join(dir, study.CardName)
	return name, produce.WriteFile(name, []byte(text), study.CardMark)
}

// cardHead is the title, after the part that programs read: YAML, as dataset hubs expect it. Each
// table is a subset of its own, or a reader would take all files for one. Hugging
// Face's datasets cannot open a subset without rows, so that such a table is none.
func cardHead(f *findings.Findings, license string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `---
license: %s
pretty_name: %q
tags: [exact-cover, enumeration, coverstat, %s, %s]
size_categories: [%q]
configs:
`, license, f.Title, f.Manifest.Family, f.Manifest.Job, sizeCategory(int64(f.Manifest.Rows)))
	if f.Manifest.How.HasRows() {
		fmt.Fprintf(&b, "  - config_name: rows\n    data_files: %s/*.parquet\n    default: true\n", export.RowsDir)
	}
	for _, t := range f.Manifest.Tables {
		if t.Rows > 0 {
			fmt.Fprintf(&b, "  - config_name: %s\n    data_files: %s\n", t.Name, t.Path)
		}
	}
	fmt.Fprintf(&b, "---\n\n%s\n\n# %s\n", study.CardMark, report.Escape(f.Title))
	return b.String()
}

// sizeCategory is the hubs' way to say how many rows there are: a name for up to 3 digits, one for each further digit.
func sizeCategory(rows int64) string {
	names := []string{"n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B", "n>1B"}
	digits := len(strconv.FormatInt(rows, 10))
	return names[min(max(digits, 3)-3, len(names)-1)]
}

// cardCounts say what the dataset is, and what was counted, in all and of each measure.
func cardCounts(f *findings.Findings) []findings.Section {
	about := findings.Section{Notes: append([]string{cardSummary(f)}, f.Text...), Warnings: f.Warnings}
	if f.Partial != "" {
		about.Warnings = slices.Insert(slices.Clone(f.Warnings), 0, "not complete: "+f.Partial)
	}
	what := findings.Section{Title: "What is counted", Points: findings.Points(slices.Concat(f.Puzzle, f.Method))}
	counts := findings.Section{Title: "Counts", Points: findings.Points(slices.Concat(f.Headline()[1:], f.Sentences)),
		Numbers: f.Head()}
	if len(f.Measures) > 0 {
		where := "All distributions are in " + study.StatsName
		if f.Symmetric {
			where += ", raw and up to symmetry."
		} else {
			where += "; what it calls distinct are rows."
		}
		counts.Parts = append(f.Lines(false), findings.Section{Notes: []string{where}})
	}
	return []findings.Section{about, what, counts}
}

// cardSummary is the first sentence.
func cardSummary(f *findings.Findings) string {
	row := map[enumerate.Kind]string{
		enumerate.Census: "is a solution", enumerate.Survey: "is an instance, with its number of solutions",
		enumerate.Sample: "is a different solution, with how often it was drawn"}[f.Manifest.Job]
	head := f.Headline()[0]
	if !f.Manifest.How.HasRows() {
		return fmt.Sprintf("A %s without rows: %s (family %s). The statistics are of all solutions.", f.Manifest.Job,
			head, f.Manifest.Family)
	}
	rows := "Its row"
	if f.Manifest.Rows != 1 {
		rows = "Each of its " + enumerate.Plural(f.Manifest.Rows, "row")
	}
	return fmt.Sprintf("A %s: %s (family %s). %s %s.", f.Manifest.Job, head, f.Manifest.Family, rows, row)
}

// cardColumns say what the columns are, and how the files are read.
func cardColumns(m *export.Manifest) []findings.Section {
	rows, columns := "rows", m.Columns
	query := fmt.Sprintf("SELECT * FROM '%s/*.parquet' LIMIT 10; -- DuckDB reads all parts as one table",
		export.RowsDir)
	if !m.How.HasRows() {
		rows, columns, query = "examples", nil, ""
		if t := m.Table(enumerate.ExamplesTable); t != nil {
			columns = t.Columns
		}
		if m.Table(enumerate.OccupancyTable) != nil {
			query = fmt.Sprintf(
				"-- DuckDB: which cells does each piece cover most often?\nSELECT * FROM '%s' ORDER BY share DESC LIMIT 10;", export.TableName(enumerate.OccupancyTable))
		}
	}
	var out []findings.Section
	if len(columns) > 0 {
		t := findings.NewTable("column", "type", "unit", "meaning")
		for _, k := range columns {
			kind := k.Type.String()
			if k.Nullable {
				kind += ", null"
			}
			if k.Role == enumerate.Measured && k.Scale != enumerate.Count {
				kind += ", " + strings.ReplaceAll(k.Scale.String(), "_", "/")
			}
			t.Add(k.Name, kind, k.Unit, k.Meaning)
		}
		out = append(out, findings.Section{Title: "Columns of the " + rows, Table: t})
	}
	tables := findings.NewTable("table", "rows", "columns")
	for _, t := range m.Tables {
		var names []string
		for _, k := range t.Columns {
			names = append(names, k.Name)
		}
		tables.Add(t.Path, enumerate.Grouped(t.Rows), strings.Join(names, ", "))
	}
	return append(out, findings.Section{Title: "Tables", Table: tables, Code: query, Language: "sql",
		Notes: []string{"Meanings and units are in the metadata of the Parquet files, too."}})
}

// cardPositions say which questions may be asked of the rows, with the query for the others.
func cardPositions(f *findings.Findings) []findings.Section {
	images, ids := f.Manifest.Table(enumerate.ImagesTable), f.Manifest.Table(enumerate.OptionsTable)
	if images == nil || ids == nil || ids.Rows == 0 || !f.Manifest.How.HasRows() {
		return nil
	}
	// All columns of options together: a symmetry may exchange pieces, and copies.
	options := "r." + enumerate.OptionsColumn
	var pieces []string
	weight, divide := enumerate.OrbitSizeColumn, "//"
	for _, k := range f.Manifest.Columns {
		switch {
		case k.Role == enumerate.Key && k.Type == enumerate.Int32:
			pieces = append(pieces, `r."`+k.Name+`"`)
			options = "[" + strings.Join(pieces, ", ") + "]"
		case k.Role == enumerate.Weight:
			weight = k.Name
		}
	}
	if f.Manifest.Job == enumerate.Sample {
		divide = "/"
	}
	symmetries := images.Rows / ids.Rows
	return []findings.Section{{Title: "Questions about positions", Language: "sql",
		Notes: []string{
			fmt.Sprintf(
				"A row shows one image of its solution: of all that the symmetries make of it, the one with the least list of option numbers. Ask of the rows what is the same for all images: every measure, %s, and whatever does not depend on where something lies.", enumerate.OrbitSizeColumn),
			fmt.Sprintf(
				"Positions need all images, each with the weight %s divided by the %d symmetries. A question about two options at once joins the table twice, with the same symmetry.", weight, symmetries),
		},
		Code: fmt.Sprintf(
			"-- DuckDB: in how many %s is each option?\nSELECT o.*, sum(r.%s) %s %d AS %s\nFROM '%s/*.parquet' r\nCROSS JOIN unnest(%s) u(option)\nJOIN '%s' i ON i.option = u.option\nJOIN '%s' o ON o.id = i.image\nGROUP BY ALL ORDER BY o.id;",
			f.Things, weight, divide, symmetries, f.Things, export.RowsDir, options,
			export.TableName(enumerate.ImagesTable), export.TableName(enumerate.OptionsTable))}}
}

var escapeTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "%", `\%`, "#",
	`\#`, "_", `\_`, "^", `\^{}`, "~", `\~{}`)

func cite(f *findings.Findings, license, author string) []findings.Section {
	things := enumerate.Plural(f.Manifest.Rows, "row")
	if !f.Manifest.How.HasRows() {
		things = enumerate.Counted(f.Manifest.Raw.Grouped(), "solution")
	}
	if author != "" {
		author = fmt.Sprintf("  author = {%s},\n", author)
	}
	if license == "unknown" {
		license = "Not stated yet: coverstat card --license ID fills it in, here and at the top."
	}
	return []findings.Section{
		{Title: "Cite", Language: "bibtex",
			Code: fmt.Sprintf(
				"@misc{coverstat-%s-%.8s,\n%s  title = {{%s}: a %s of an exact cover, %s},\n  howpublished = {Dataset made by %s %s},\n  note = {Config digest %s}\n}",
				f.Manifest.Name, f.Manifest.ConfigDigest, author, escapeTeX.Replace(f.Title), f.Manifest.Job, things,
				f.Manifest.Program.Name,
				f.Manifest.Program.Version,
				f.Manifest.ConfigDigest)},
		{Title: "Licence", Notes: []string{license}},
	}
}
