package nonogram

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
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
func jsonClues() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "json", About: jsonExpected + "; or a list of such puzzles",
		Source:     "github.com/ThomasR/nonogram-solver, davidje13/Nonogram and others",
		Example:    `{"title": "A cross", "rows": [[1], [3], [1]], "cols": [[1], [3], [1]]}` + "\n",
		Recognises: func(head []byte) bool { return isJSON(head) && hasClues(head) },
		Read:       whole(readJSON),
	}
}

// jsonFile is the many other forms in which pages keep clues.
func jsonFile() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "other-json", About: "a JSON file whose names do not say which clues are those of the rows",
		Example:    `{"ver": [[1]], "hor": [[1]]}`,
		Recognises: func(head []byte) bool { return isJSON(head) && numberLists().Match(head) },
		Instead:    `call the list of the rows "rows" and that of the columns "columns", each clue a list of numbers`,
	}
}

var (
	jsonForm    = enumerate.Pattern(`^\s*(?:\{|\[\s*[[{])`)
	numberLists = enumerate.Pattern(`\[\s*\[[\s\d,]*\]`)
)

func isJSON(head []byte) bool { return jsonForm().Match(head) }

func hasClues(text []byte) bool { return rowList().Match(text) && columnList().Match(text) }

func readJSON(text []byte, each func(*Puzzle, error)) error {
	if err := formats.CheckJSON(text, jsonExpected); err != nil {
		return err
	}
	var file any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&file); err != nil {
		return fault(place{}, err.Error(), jsonExpected)
	}
	return readJSONPuzzles(jsonObject{}, file, "", each)
}

// A jsonObject is what is said of a puzzle: the values of its object, and of those around it, by key.
type jsonObject map[string]any

// readJSONPuzzles reads the puzzles of a value: an object with clues, one that holds such an object or list, or a list.
func readJSONPuzzles(around jsonObject, value any, path string, each func(*Puzzle, error)) error {
	if list, ok := value.([]any); ok {
		for i, v := range list {
			at := fmt.Sprintf("%s[%d]", path, i)
			if err := readJSONPuzzles(around, v, at, each); err != nil {
				input := (*enumerate.InputError)(nil)
				if !errors.As(err, &input) {
					return err
				}
				each(nil, err)
			}
		}
		return nil
	}
	object, ok := value.(map[string]any)
	if !ok {
		return unexpected(place{}, jsonExpected, "%s in place of a puzzle", jsonText(path, value))
	}
	all := maps.Clone(around)
	maps.Copy(all, object)
	rows, columns := clueKeys(object, rowNames), clueKeys(object, columnNames)
	if len(rows)+len(columns) == 0 {
		within := ""
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if text, _ := json.Marshal(object[key]); !hasClues(text) {
				continue
			}
			if within != "" {
				return fault(place{}, fmt.Sprintf("clues both in %s and in %s", path+within, path+key),
					"a list of puzzles, or one")
			}
			within = key
		}
		if within != "" {
			delete(all, within)
			return readJSONPuzzles(all, object[within], path+within+".", each)
		}
	}
	if len(rows) != 1 || len(columns) != 1 {
		return unexpected(place{}, jsonExpected, "lists called %s for rows and %s for columns", named(path, rows),
			named(path, columns))
	}
	p, err := readJSONPuzzle(all, [2]string{rows[0], columns[0]}, path)
	if err != nil {
		return err
	}
	each(p, nil)
	return nil
}

// clueKeys returns the keys of lists whose words have one of these names.
func clueKeys(object jsonObject, names []string) (keys []string) {
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

func readJSONPuzzle(object jsonObject, keys [2]string, path string) (*Puzzle, error) {
	d := &draft{}
	for side, key := range keys {
		list := object[key].([]any)
		for i, value := range list {
			text, _ := json.Marshal(value)
			clue, err := parseClue(cmp.Or(strings.Trim(string(text), "[]"), "0"), place{}, nil)
			if err != nil || !jsonNumbers().Match(text) {
				return nil, unexpected(place{}, "a list of whole numbers, empty or 0 for an empty line", "%s",
					jsonText(fmt.Sprintf("%s%s[%d]", path, key, i), value))
			}
			d.add(side, clue, place{})
		}
		for _, size := range jsonSizes[side] {
			if n, ok := object[size].(json.Number); ok && n.String() != strconv.Itoa(len(list)) {
				return nil, unexpected(place{}, "the number of clues in "+key, "%s: %s for %d", path+size, n, len(list))
			}
		}
	}
	title, _ := object["title"].(string)
	name, _ := object["name"].(string)
	d.p.Title = cmp.Or(title, name)
	d.p.By, _ = object["author"].(string)
	p, err := d.finish(nil)
	if err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		pic, ok := jsonCells(object[key])
		if !ok || slices.Contains(keys[:], key) {
			continue
		}
		if p.Check(pic) != nil {
			return nil, fault(place{}, fmt.Sprintf("the numbers of %s are neither clues nor a solution", path+key),
				"0, 1, false or true for each cell of a picture with these clues, and nothing that is known beforehand")
		}
		p.Goal = pic
	}
	return p, nil
}

var (
	jsonNumbers = enumerate.Pattern(`^\[[0-9,]*\]$`)
	jsonGrid    = enumerate.Pattern(`^\[[\[\],]*[-0-9tfn]`)
	jsonSizes   = [2][]string{{"rows", "height"}, {"cols", "columns", "width"}}
)

// jsonCells returns the cells of a list, which may be a list of lists. It reports whether it begins with a number or a
// truth value; one that is no cell ends the picture, so that its size is wrong.
func jsonCells(value any) (pic Picture, ok bool) {
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
