package show

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/findings"

	"github.com/goccy/go-yaml"
)

// CardOptions are what a dataset does not know of itself.
type CardOptions struct {
	License string // an identifier such as cc0-1.0; "" is unknown
	Author  string // who is to be cited; "" is nobody
}

// Card writes README.md beside the rows of a dataset. It says what the dataset
// is, how it was made and proved, what the columns mean, how to cite and rebuild
// it, under a head that hubs of datasets read. It returns the file's path. The same
// dataset and options give the same bytes; the manifest does not list the
// file, so that it may be edited.
func Card(dir string, o CardOptions) (string, error) {
	if o.License == "" {
		o.License = "unknown"
	}
	if ok, _ := regexp.MatchString(`^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$`, o.License); !ok {
		return "", enumerate.Errorf("license %q: expected an identifier such as cc0-1.0 or cc-by-4.0", o.License)
	}
	if strings.ContainsAny(o.Author, "\n\r{}\\`") {
		return "", enumerate.Errorf("author %q: expected a name in one line, without braces, backslashes and backquotes", o.Author)
	}
	d, err := study.OpenFinished(dir)
	if err != nil {
		return "", err
	}
	document, err := study.ReadStats(files.OS(), dir)
	if err != nil {
		return "", err
	}
	c := &card{m: d.Manifest, findings: findings.New(d, document), options: o}
	if err := c.write(); err != nil {
		return "", err
	}
	name := filepath.Join(dir, study.CardName)
	return name, produce.WriteFile(name, c.text.Bytes(), study.CardMark)
}

// card collects the text of a card.
type card struct {
	m        *export.Manifest
	findings *findings.Findings
	options  CardOptions
	text     bytes.Buffer
}

// list lists sentences.
func (c *card) list(texts []string) {
	c.line("")
	for _, text := range texts {
		c.line("- %s", markdown(text))
	}
}

// row is a line of a table, of Markdown.
func (c *card) row(cells ...string) { c.line("| %s |", strings.Join(cells, " | ")) }

func (c *card) line(format string, args ...any) {
	fmt.Fprintf(&c.text, format+"\n", args...)
}

func (c *card) write() error {
	c.head()
	title, description := c.m.Titles()
	c.line("\n%s\n\n# %s\n\n%s", study.CardMark, markdown(title), markdown(c.summary()))
	if description != "" {
		c.line("")
	}
	for line := range strings.Lines(description) {
		c.line("%s", markdown(line))
	}
	f := c.findings
	if f.Partial != "" {
		c.line("\n**Not complete**: %s.", markdown(f.Partial))
	}
	for _, text := range f.Warnings {
		c.line("\n**Warning**: %s.", markdown(text))
	}
	c.line("\n## What is counted")
	c.list(slices.Concat(f.Puzzle, f.Method))
	c.numbers()
	c.columns()
	c.trust()
	if err := c.rebuild(); err != nil {
		return err
	}
	c.cite()
	return nil
}

// head is the part that programs read: YAML, as dataset hubs expect it. Each
// table is a subset of its own, or a reader would take all files for one. Hugging
// Face's datasets cannot open a subset without rows, so that such a table is none.
func (c *card) head() {
	title, _ := c.m.Titles()
	c.line("---\nlicense: %s\npretty_name: %q", c.options.License, title)
	c.line("tags: [exact-cover, enumeration, coverstat, %s, %s]", c.m.Family, c.m.Job)
	c.line("size_categories: [%q]", sizeCategory(int64(c.m.Rows)))
	c.line("configs:")
	if c.m.CountedBy == "" {
		c.line("  - config_name: rows\n    data_files: %s/*.parquet\n    default: true", export.RowsDir)
	}
	for _, t := range c.m.Tables {
		if t.Rows > 0 {
			c.line("  - config_name: %s\n    data_files: %s", t.Name, t.Path)
		}
	}
	c.line("---")
}

// sizeCategory is the hubs' way to say how many rows there are.
func sizeCategory(rows int64) string {
	names := []string{"n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B"}
	bound := int64(1000)
	for _, name := range names {
		if rows < bound {
			return name
		}
		bound *= 10
	}
	return "n>1B"
}

// summary is the first sentence.
func (c *card) summary() string {
	row := map[enumerate.Kind]string{
		enumerate.Census: "is a solution", enumerate.Survey: "is an instance, with its number of solutions",
		enumerate.Sample: "is a different solution, with how often it was drawn"}[c.m.Job]
	head := c.findings.Headline()[0]
	if c.m.CountedBy != "" {
		return fmt.Sprintf("A %s without rows: %s (family %s). The statistics are of all solutions.", c.m.Job, head, c.m.Family)
	}
	rows := "Its row"
	if c.m.Rows != 1 {
		rows = "Each of its " + enumerate.Plural(c.m.Rows, "row")
	}
	return fmt.Sprintf("A %s: %s (family %s). %s %s.", c.m.Job, head, c.m.Family, rows, row)
}

// numbers has what was counted, in all and of each measure.
func (c *card) numbers() {
	f := c.findings
	c.line("\n## Counts\n")
	both := len(f.Counts) > 0 && f.Counts[0].Distinct != nil
	if both {
		c.row("", "raw", f.Counts[0].Of)
		c.line("|---|---:|---:|")
	} else {
		c.row("", "number")
		c.line("|---|---:|")
	}
	for _, n := range f.Counts {
		cells := []string{n.Name, n.Raw.Grouped()}
		if n.Note != "" {
			cells[0] += ": " + n.Note
		}
		switch {
		case n.Distinct != nil:
			cells = append(cells, n.Distinct.Grouped())
		case both:
			cells = append(cells, "")
		}
		c.row(cells...)
	}
	if f.Sentences != nil {
		c.list(f.Sentences)
	}
	if len(f.Measures) == 0 {
		return
	}
	c.line("")
	if head := []string{"column", "values, counted in all " + f.Things}; f.Estimated != "" {
		c.row(append(head, f.Estimated)...)
		c.line("|---|---|---|")
	} else {
		c.row(head...)
		c.line("|---|---|")
	}
	for _, m := range f.Measures {
		cells := []string{code(m.Name), markdown(m.Text)}
		if f.Estimated != "" {
			cells = append(cells, markdown(m.Estimated))
		}
		c.row(cells...)
	}
	if f.Symmetric {
		c.line("\nAll distributions, raw and up to symmetry, are in `%s`.", study.StatsName)
	} else {
		c.line("\nAll distributions are in `%s`; what it calls distinct are rows.", study.StatsName)
	}
}

func (c *card) columns() {
	rows, columns := "rows", c.m.Columns
	if c.m.CountedBy != "" {
		rows, columns = "examples", c.examples()
	}
	if len(columns) > 0 {
		c.line("\n## Columns of the %s\n\n| column | type | unit | meaning |\n|---|---|---|---|", rows)
	}
	for _, k := range columns {
		t := k.Type.String()
		if k.Nullable {
			t += ", null"
		}
		if k.Role == enumerate.Measured && k.Scale != enumerate.Count {
			t += ", " + strings.ReplaceAll(k.Scale.String(), "_", "/")
		}
		c.row(code(k.Name), t, markdown(k.Unit), markdown(k.Meaning))
	}
	c.line("\nMeanings and units are in the metadata of the Parquet files, too.\n\n## Tables\n\n| table | rows | columns |\n|---|---:|---|")
	for _, t := range c.m.Tables {
		var names []string
		for _, k := range t.Columns {
			names = append(names, code(k.Name))
		}
		c.row(code(t.Path), enumerate.Grouped(t.Rows), strings.Join(names, ", "))
	}
	if c.m.CountedBy == "" {
		c.line("\n```sql\nSELECT * FROM '%s/*.parquet' LIMIT 10; -- DuckDB reads all parts as one table\n```", export.RowsDir)
		c.positions()
	} else if c.m.Table("occupancy") != nil {
		c.line("\n```sql\n-- DuckDB: which cells does each piece cover most often?\nSELECT * FROM '%s' ORDER BY share DESC LIMIT 10;\n```", export.TableName("occupancy"))
	}
}

// examples returns the columns of the examples, none if there are none.
func (c *card) examples() []enumerate.Column {
	if t := c.m.Table(enumerate.ExamplesTable); t != nil {
		return t.Columns
	}
	return nil
}

// positions says which questions may be asked of the rows, with the query for the
// others.
func (c *card) positions() {
	images, ids := c.m.Table(enumerate.ImagesTable), c.m.Table(enumerate.OptionsTable)
	if images == nil || ids == nil || ids.Rows == 0 {
		return
	}
	// All columns of options together: a symmetry may exchange pieces, and copies.
	options := "r." + enumerate.OptionsColumn
	var pieces []string
	weight, divide := enumerate.OrbitSizeColumn, "//"
	for _, k := range c.m.Columns {
		switch {
		case k.Role == enumerate.Key && k.Type == enumerate.Int32:
			pieces = append(pieces, `r."`+k.Name+`"`)
			options = "[" + strings.Join(pieces, ", ") + "]"
		case k.Role == enumerate.Weight:
			weight = k.Name
		}
	}
	if c.m.Job == enumerate.Sample {
		divide = "/"
	}
	symmetries := images.Rows / ids.Rows
	c.line("\n## Questions about positions\n")
	c.line("A row shows one image of its solution: of all that the symmetries make of it, the\none with the least list of option numbers. Ask of the rows what is the same for all\nimages: every measure, `%s`, and whatever does not depend on where\nsomething lies. Positions need all images, each with the weight `%s` divided\nby the %d symmetries:\n",
		enumerate.OrbitSizeColumn, weight, symmetries)
	c.line("```sql\n-- DuckDB: in how many %s is each option?\nSELECT o.*, sum(r.%s) %s %d AS %s\nFROM '%s/*.parquet' r\nCROSS JOIN unnest(%s) u(option)\nJOIN '%s' i ON i.option = u.option\nJOIN '%s' o ON o.id = i.image\nGROUP BY ALL ORDER BY o.id;\n```",
		c.findings.Things, weight, divide, symmetries, c.findings.Things,
		export.RowsDir, options, export.TableName(enumerate.ImagesTable), export.TableName(enumerate.OptionsTable))
	c.line("\nA question about two options at once joins the table twice, with the same\n`symmetry`.")
}

// trust says how the rows were found and what was checked. A limited run stops
// its workers in the middle of tasks, so its effort varies and a card leaves it
// out.
func (c *card) trust() {
	m := c.m
	c.line("\n## How it was made, and why it can be trusted\n")
	if m.Limit > 0 {
		c.line("Made by %s %s%s.", m.Program.Name, m.Program.Version, kernelText(m.Kernel))
	} else {
		c.line("%s %s searched %s%s, %s in all.", m.Program.Name, m.Program.Version,
			enumerate.Plural(m.Tasks.Done, "task"), kernelText(m.Kernel), enumerate.Counted(m.Effort.Nodes.Grouped(), "node"))
	}
	c.line("The same config gives the same bytes, whatever the machine, the number of\nworkers, interruptions and shards.\n")
	for _, p := range c.findings.Proof {
		c.line("- **%s** %s", p.Claim, p.Reason)
	}
	if m.Job == enumerate.Sample {
		c.line("- Rows are different solutions; `times_seen` adds up to the draws. Only the\n  sampler `uniform` draws every solution equally often; this is%s.", c.sampler())
		if c.findings.Estimated != "" {
			c.line("- Sums weighed by `weight` estimate sums over all solutions alike, whatever the\n  sampler favours: `estimates.weighted` in `%s` holds them with intervals.", study.StatsName)
		}
	}
	switch {
	case m.CountedBy != "sweep":
		c.line("- Every row passes a checker that shares no code with the search.")
	case c.m.Table(enumerate.ExamplesTable) != nil:
		c.line("- Every example passes a checker that shares no code with the sweeps.")
	}
	c.line("- `%s` holds the SHA-256 of every file. `coverstat verify` repeats all of\n  this from the files alone.", export.ManifestName)
}

// sampler names the sampler of a sample.
func (c *card) sampler() string {
	var config struct{ Sample struct{ Sampler string } }
	if err := json.Unmarshal(c.m.Config, &config); err != nil || config.Sample.Sampler == "" {
		return " not stated"
	}
	return fmt.Sprintf(" `%s`", config.Sample.Sampler)
}

func kernelText(kernel string) string {
	if kernel == "" {
		return ""
	}
	return " with kernel " + kernel
}

// rebuild gives the config, and the command that makes the dataset again.
func (c *card) rebuild() error {
	m := c.m
	flags := ""
	if m.Limit > 0 {
		flags += fmt.Sprintf(" --limit %d", m.Limit)
	}
	if m.Shard != nil {
		flags += fmt.Sprintf(" --shard %d/%d", m.Shard.Index, m.Shard.Of)
	}
	c.line("\n## Rebuild\n")
	if knownAs(m) != "" {
		c.line("The run is shipped with the program:\n\n```\ncoverstat run %s%s\n```\n\nIts config, written out:", m.Name, flags)
	} else {
		c.line("```\ncoverstat run %s.yaml%s\n```\n\nwith this file as %s.yaml:", m.Name, flags, m.Name)
	}
	config, err := yaml.JSONToYAML(m.Config)
	if err != nil {
		return fmt.Errorf("config in the manifest: %w", err)
	}
	ticks := fence(string(config), 3)
	c.line("\n%syaml\n%s\n%s", ticks, bytes.TrimRight(config, "\n"), ticks)
	if len(m.Inputs) > 0 {
		c.line("\n| input | bytes | SHA-256 |\n|---|---:|---|")
	}
	for _, in := range m.Inputs {
		c.row(code(in.Path), enumerate.Grouped(in.Bytes), code(in.SHA256))
	}
	return nil
}

func (c *card) cite() {
	m := c.m
	c.line("\n## Cite\n\n```bibtex\n@misc{coverstat-%s-%.8s,", m.Name, m.ConfigDigest)
	if c.options.Author != "" {
		c.line("  author = {%s},", c.options.Author)
	}
	things := enumerate.Plural(m.Rows, "row")
	if m.CountedBy != "" {
		things = enumerate.Counted(m.Raw.Grouped(), "solution")
	}
	c.line("  title = {{%s}: a %s of an exact cover, %s},", m.Name, m.Job, things)
	c.line("  howpublished = {Dataset made by %s %s},", m.Program.Name, m.Program.Version)
	c.line("  note = {Config digest %s}\n}\n```", m.ConfigDigest)
	c.line("\n## Licence\n\n%s", licenseText(c.options.License))
}

func licenseText(id string) string {
	if id == "unknown" {
		return "Not stated yet: `coverstat card --license ID` fills it in, here and at the top."
	}
	return id
}

// lineStart is what may begin a list, a heading or a rule at the start of a line.
var lineStart = regexp.MustCompile(`^([0-9]*)([#+=-]|[.)]( |$))`)

// markdown makes a text, in one line, that Markdown shows as it is.
func markdown(s string) string {
	s = strings.NewReplacer("\n", " ", "\r", " ", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
		"|", `\|`, "&", `\&`, "~", `\~`, "$", `\$`).Replace(strings.TrimSpace(s))
	return lineStart.ReplaceAllString(s, `$1\$2`)
}

// code makes a text, in one line, that Markdown shows as code, also in cells of tables.
func code(s string) string {
	ticks := fence(s, 1)
	if len(ticks) > 1 {
		s = " " + s + " "
	}
	return ticks + strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`) + ticks
}

// fence returns at least n backquotes, and more than follow each other in a text.
func fence(s string, n int) string {
	ticks := strings.Repeat("`", n)
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	return ticks
}
