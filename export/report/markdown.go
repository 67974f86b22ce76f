package report

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/findings"
)

// Markdown writes sections for a card, whose title is a heading of the first level.
func Markdown(sections ...findings.Section) string {
	var b strings.Builder
	for _, s := range sections {
		writeMarkdown(&b, "##", s)
	}
	return b.String()
}

func writeMarkdown(b *strings.Builder, level string, s findings.Section) {
	line := func(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }
	if s.Title != "" {
		line("\n%s %s", level, Escape(s.Title))
		level += "#"
	}
	for _, text := range s.Notes {
		line("")
		for text := range strings.Lines(text) {
			line("%s", Escape(text))
		}
	}
	for _, text := range s.Warnings {
		line("\n**Warning**: %s.", Escape(text))
	}
	if s.Points != nil {
		line("")
	}
	for _, p := range s.Points {
		if p.Lead != "" {
			p.Lead = "**" + Escape(p.Lead) + "** "
		}
		line("- %s%s", p.Lead, Escape(p.Text))
	}
	if s.Numbers != nil {
		line("\n|  |  |\n|---|---|")
	}
	for _, n := range s.Numbers {
		line("| %s | %s |", Escape(n.Name), Escape(n.Value))
	}
	if s.Table != nil {
		tableMarkdown(line, s.Table)
	}
	if s.Code != "" {
		ticks := fence(s.Code, 3)
		line("\n%s%s\n%s\n%s", ticks, s.Language, s.Code, ticks)
	}
	for _, part := range s.Parts {
		writeMarkdown(b, level, part)
	}
}

// tableMarkdown writes a table. Markdown wants a row of heads, which is empty if the table has none.
func tableMarkdown(line func(string, ...any), t *findings.Table) {
	rows := t.Rows
	if slices.ContainsFunc(rows[0], func(c findings.Cell) bool { return !c.Head }) {
		rows = slices.Insert(slices.Clone(rows), 0, make([]findings.Cell, len(rows[0])))
	}
	line("")
	for i, row := range rows {
		text, below := "|", "|"
		for _, c := range row {
			if c.Class == "code" {
				text += " " + code(c.Text) + " |"
			} else {
				text += " " + Escape(cellText(c)) + " |"
			}
			below += "---"
			if c.Class == "n" {
				below += ":"
			}
			below += "|"
		}
		line("%s", text)
		if i == 0 {
			line("%s", below)
		}
	}
}

// lineStart is what may begin a list, a heading or a rule at the start of a line.
var lineStart = enumerate.Pattern(`^([0-9]*)([#+=-]|[.)]( |$))`)

// Escape makes a text, in one line, that Markdown shows as it is.
func Escape(s string) string {
	s = strings.NewReplacer("\n", " ", "\r", " ", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
		"<", `\<`, ">", `\>`,
		"|", `\|`, "&", `\&`, "~", `\~`, "$", `\$`).Replace(strings.TrimSpace(s))
	return lineStart().ReplaceAllString(s, `$1\$2`)
}

// code makes a text, in one line, that Markdown shows as code, also in cells of tables.
func code(s string) string {
	if s == "" {
		return ""
	}
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
