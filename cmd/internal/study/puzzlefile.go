package study

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/configs"
	"coverstat/configs/tilings"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
)

// A Kind is a kind of puzzle that stands in files.
type Kind struct {
	Name string // of the family; polyforms of those of pieces on boards
	enumerate.Formats
}

// Kinds are all kinds of puzzles that stand in files.
func Kinds() (all []Kind) {
	for _, f := range puzzles.Families() {
		if f.Formats != nil {
			all = append(all, Kind{f.Name, f.Formats()})
		}
	}
	return append(all, Kind{"polyforms", tilings.Formats().ForCommands()})
}

// configKey is a line that only configs have.
var configKey = enumerate.Pattern(`(?m)^[\s{"]*(?:family|job|puzzle)"?[ \t]*:`)

// IsPuzzleFile reports whether a command that is given this name is given a file of puzzles, not a config or
// the name of a shipped run.
func IsPuzzleFile(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || slices.Contains([]string{".yaml", ".yml"},
		strings.ToLower(filepath.Ext(name))) {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 1<<16)
	n, _ := io.ReadFull(f, head)
	return !configKey().Match(head[:n])
}

// LoadPlan reads a config, or makes one of a file of puzzles in any format. remarks say what is left out. set are
// changes as in [Open]; family=NAME among them says of which kind a file is.
func LoadPlan(name string, set []string) (plan *configs.Plan, remarks []string, err error) {
	if !IsPuzzleFile(name) {
		plan, err = configs.Load(name, set)
		return plan, nil, err
	}
	kind, first, several, err := Identify(name, set)
	if err != nil {
		return nil, nil, err
	}
	text, remarks, err := kind.Config(name, first)
	if err != nil {
		return nil, nil, err
	}
	text += "name: " + configs.NameOf(strings.TrimSuffix(name, filepath.Ext(name))) + "\n"
	if plan, err = configs.Parse("config of "+name, []byte(text), set...); err == nil && several &&
		plan.Kind != enumerate.Survey {
		err = &enumerate.InputError{File: name, Problem: "this file has several puzzles",
			Expected: "one; coverstat convert " + name + " --out FOLDER makes a config of each"}
	}
	return plan, remarks, err
}

// A candidate is a kind of which a file may be.
type candidate struct {
	Kind
	first   any
	several bool
	likely  enumerate.Likelihood
	err     error // from reading it
}

// Identify says of which kind the puzzles of a file are, and returns the first of them. several says that there is
// another one.
func Identify(name string, set []string) (kind Kind, first any, several bool, err error) {
	var all []candidate
	least := enumerate.Possible
	kinds := kindsFor(set)
	for _, k := range kinds {
		c := candidate{Kind: k, likely: enumerate.Possible}
		if len(kinds) > 1 {
			if err := withFile(name, func(file enumerate.PuzzleFile) error {
				c.likely = k.Recognises(file)
				return nil
			}); err != nil {
				return kind, nil, false, err
			}
		}
		if c.likely == enumerate.Unlikely {
			continue
		}
		all, least = append(all, c), max(least, min(c.likely, enumerate.Likely))
	}
	others := len(all)
	all = slices.DeleteFunc(all, func(c candidate) bool { return c.likely < least })
	others -= len(all)
	for i := range all {
		all[i].read(name)
	}
	read := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return c.err != nil })
	if refused := slices.DeleteFunc(slices.Clone(all),
		func(c candidate) bool { return c.likely < enumerate.Refused }); len(read) == 0 && len(refused) > 0 {
		all = refused
	}
	switch {
	case len(all) == 1:
		if input := (*enumerate.InputError)(nil); others > 0 && errors.As(all[0].err, &input) && input.Expected != "" {
			input.Expected += fmt.Sprintf("; or --set family=NAME, if this is no %s", all[0].Noun)
		}
		return all[0].Kind, all[0].first, all[0].several, all[0].err
	case len(read) == 1:
		return read[0].Kind, read[0].first, read[0].several, nil
	case len(read) > 1:
		return kind, nil, false, &enumerate.InputError{File: name,
			Problem:  "may be a file of " + texts(read, " or of ", func(c candidate) string { return c.Name }),
			Expected: "--set family=NAME that says which"}
	}
	return kind, nil, false, &enumerate.InputError{File: name,
		Problem:  "is no config, and no file of puzzles that coverstat reads; " + texts(all, "; ", candidate.fault),
		Expected: "a config, or a file in a format that coverstat list formats names"}
}

func texts(all []candidate, between string, text func(candidate) string) string {
	var s []string
	for _, c := range all {
		s = append(s, text(c))
	}
	return strings.Join(s, between)
}

// read reads the first puzzle of a file, and whether there is a second.
func (c *candidate) read(name string) {
	_, _, c.err = c.ReadFile(name, func(p any) (more bool, err error) {
		if c.several = c.first != nil; !c.several {
			c.first = p
		}
		return !c.several, nil
	})
}

// ReadFile reads the puzzles of a file, until visit returns false or an error. all says that there is no further one, and
// remarks say how the file is read and what is left out.
func (k Kind) ReadFile(name string,
	visit func(puzzle any) (more bool, err error)) (all bool, remarks []string, err error) {
	errNoMore := errors.New("no more is wanted")
	err = withFile(name, func(file enumerate.PuzzleFile) error {
		file.Remark = func(text string) { remarks = append(remarks, text) }
		left, err := k.Read(file, func(p any) error {
			if more, err := visit(p); err != nil || !more {
				return cmp.Or(err, errNoMore)
			}
			return nil
		})
		if text := left.String(); text != "" {
			remarks = append(remarks, text)
		}
		return err
	})
	if errors.Is(err, errNoMore) {
		return false, remarks, nil
	}
	return err == nil, remarks, err
}

// fault says what is wrong with a file of this kind.
func (c candidate) fault() string {
	text := c.err.Error()
	if input := (*enumerate.InputError)(nil); errors.As(c.err, &input) {
		text = strings.TrimPrefix(text, input.File+":")
	}
	return fmt.Sprintf("as a %s:%s", c.Noun, text)
}

// kindsFor are the kinds that changes of a config allow.
func kindsFor(set []string) []Kind {
	all := Kinds()
	for _, s := range set {
		if family, ok := strings.CutPrefix(s, "family="); ok {
			i := slices.IndexFunc(all, func(k Kind) bool { return k.Name == family })
			if i < 0 {
				i = len(all) - 1
			}
			return all[i : i+1]
		}
	}
	return all
}

func withFile(name string, use func(enumerate.PuzzleFile) error) error {
	in, err := os.Open(name)
	if err != nil {
		return enumerate.Errorf("%v", err)
	}
	defer in.Close()
	return use(enumerate.PuzzleFile{Name: name, In: in})
}
