package nonogram

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// Programs call the lists of clues by many names. These say which is which; horizontal and vertical do not, since
// some mean by them the lines and others the direction in which the lists lie.
var (
	rowNames    = []string{"row", "rows", "left"}
	columnNames = []string{"col", "cols", "column", "columns", "top"}

	rowList, columnList = listOf(rowNames), listOf(columnNames)
)

// listOf finds a list under a key that one of these names is a part of.
func listOf(names []string) func() *regexp.Regexp {
	return enumerate.Pattern(`(?i)"[^"]*(?:` + strings.Join(names, "|") + `)[^"]*"\s*:\s*\[`)
}

const jsonExpected = "JSON with a list of clues for rows and one for columns, each clue a list of numbers, " +
	`under names such as "rows" and "cols", "row_clues" and "col_clues", "rowHints" and "columnHints", "left" and "top"`

// jsonClues is JSON whose names say which clues are those of the rows.
var jsonClues = formats.Format[*puzzle]{
	Name: "json", About: jsonExpected + "; or a list of such puzzles",
	Source:     "github.com/ThomasR/nonogram-solver, davidje13/Nonogram and others",
	Example:    `{"title": "A cross", "rows": [[1], [3], [1]], "cols": [[1], [3], [1]]}` + "\n",
	Recognises: func(head []byte) bool { return isJSON(head) && hasClues(head) },
	Read:       pack(readJSON),
}

// jsonFile is the many other forms in which pages keep clues.
var jsonFile = formats.Format[*puzzle]{
	Name: "other-json", About: "a JSON file whose names do not say which clues are those of the rows",
	Example:    `{"ver": [[1]], "hor": [[1]]}`,
	Recognises: func(head []byte) bool { return isJSON(head) && numberLists().Match(head) },
	Instead:    `call the list of the rows "rows" and that of the columns "columns", each clue a list of numbers`,
}

var (
	jsonForm    = enumerate.Pattern(`^\s*(?:\{|\[\s*[[{])`)
	numberLists = enumerate.Pattern(`\[\s*\[[\s\d,]*\]`)
)

func isJSON(head []byte) bool { return jsonForm().Match(head) }

func hasClues(text []byte) bool { return rowList().Match(text) && columnList().Match(text) }

func readJSON(text []byte) []formats.Maker[*puzzle] {
	formats.CheckJSON(text, jsonExpected)
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err := d.Decode(&value)
	formats.Place{}.Need(err == nil, jsonExpected, "%v", err)
	return jsonPuzzles(nil, value, "")
}

// jsonPuzzles finds the puzzles of a value: an object with clues, one that holds such an object or list, or a list.
// around has the values of the objects around it, by key.
func jsonPuzzles(around map[string]any, value any, path string) (all []formats.Maker[*puzzle]) {
	var file formats.Place
	if list, ok := value.([]any); ok {
		for i, v := range list {
			if fault := formats.Caught(func() {
				all = append(all, jsonPuzzles(around, v, fmt.Sprintf("%s[%d]", path, i))...)
			}); fault != nil {
				all = append(all, drafted(func(*draft) { formats.Must(fault) }))
			}
		}
		return all
	}
	object, ok := value.(map[string]any)
	file.Need(ok, jsonExpected, "got %s in place of a puzzle", jsonText(path, value))
	about := map[string]any{} // the puzzle
	maps.Copy(about, around)
	maps.Copy(about, object)
	rows, columns := clueKeys(object, rowNames), clueKeys(object, columnNames)
	if len(rows)+len(columns) == 0 {
		within := ""
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if text, _ := json.Marshal(object[key]); hasClues(text) {
				file.Need(within == "", "a list of puzzles, or one", "clues both in %s and in %s", path+within, path+key)
				within = key
			}
		}
		if within != "" {
			delete(about, within)
			return jsonPuzzles(about, object[within], path+within+".")
		}
	}
	file.Need(len(rows) == 1 && len(columns) == 1, jsonExpected, "got lists called %s for rows and %s for columns",
		named(path, rows), named(path, columns))
	return []formats.Maker[*puzzle]{drafted(func(d *draft) { d.json(about, [2]string{rows[0], columns[0]}, path) })}
}

// clueKeys returns the keys of lists whose words have one of these names.
func clueKeys(object map[string]any, names []string) (keys []string) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if _, list := object[key].([]any); list && slices.ContainsFunc(keyWords(key), func(w string) bool {
			return slices.Contains(names, w)
		}) {
			keys = append(keys, key)
		}
	}
	return keys
}

var keyWord = enumerate.Pattern(`[A-Z]?[a-z]+|[A-Z]+`)

// keyWords are the words of a key such as rowClues or row_clues, in lower case.
func keyWords(key string) []string {
	return strings.Fields(strings.ToLower(strings.Join(keyWord().FindAllString(key, -1), " ")))
}

func named(path string, keys []string) string {
	if len(keys) == 0 {
		return "nothing"
	}
	return path + strings.Join(keys, " and "+path)
}

// jsonText is a value in an error, with its path.
func jsonText(path string, value any) string {
	text, _ := json.Marshal(value)
	return strings.TrimSuffix(path, ".") + " " + enumerate.Shorten(string(text))
}

// json reads a puzzle whose clues have these keys.
func (d *draft) json(object map[string]any, keys [2]string, path string) {
	var file formats.Place
	for side, key := range keys {
		list := object[key].([]any)
		for i, value := range list {
			text, _ := json.Marshal(value)
			fault := formats.Caught(func() { d.read(side, cmp.Or(strings.Trim(string(text), "[]"), "0"), file) })
			if fault != nil || !jsonNumbers().Match(text) {
				file.Fail("a list of whole numbers, empty or 0 for an empty line", "got %s",
					jsonText(fmt.Sprintf("%s%s[%d]", path, key, i), value))
			}
		}
		for _, size := range jsonSizes[side] {
			if n, ok := object[size].(json.Number); ok {
				file.Need(n.String() == strconv.Itoa(len(list)), "the number of clues in "+key, "got %s: %s for %d",
					path+size, n, len(list))
			}
		}
	}
	title, _ := object["title"].(string)
	name, _ := object["name"].(string)
	d.p.Title = cmp.Or(title, name)
	d.p.By, _ = object["author"].(string)
	p := d.finish() // before its goal is looked for: only clues that fit tell a goal from other numbers
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if pic, ok := jsonCells(object[key]); ok && !slices.Contains(keys[:], key) {
			file.Need(p.check(pic) == nil,
				"0, 1, false or true for each cell of a picture with these clues, and nothing that is known beforehand",
				"the numbers of %s are neither clues nor a solution", path+key)
			p.Goal = pic
		}
	}
}

var (
	jsonNumbers = enumerate.Pattern(`^\[[0-9,]*\]$`)
	jsonGrid    = enumerate.Pattern(`^\[[\[\],]*[-0-9tfn]`)
	jsonSizes   = [2][]string{{"rows", "height"}, {"cols", "columns", "width"}}
)

// jsonCells returns the cells of a list, which may be a list of lists. It reports whether it begins with a number or a
// truth value; one that is no cell ends the picture, so that its size is wrong.
func jsonCells(value any) (pic picture, ok bool) {
	text, _ := json.Marshal(value)
	for word := range strings.FieldsFuncSeq(string(text), func(r rune) bool { return strings.ContainsRune("[],", r) }) {
		k := slices.Index([]string{"1", "true", "0", "false"}, word)
		if k < 0 {
			break
		}
		pic = append(pic, line.Black+line.Cell(k/2))
	}
	return pic, jsonGrid().Match(text)
}
