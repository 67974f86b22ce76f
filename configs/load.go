package configs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coverstat/enumerate"
)

// Load reads a config and lays --set flags over it. pathOrName is a file if
// there is one of that name, or if it contains a path separator or ends in
// .yaml or .yml; otherwise it is the name of a shipped run, or - for standard input,
// whose paths start at the working folder. What the user can get wrong comes back as
// an [enumerate.InputError].
func Load(pathOrName string, set []string) (*Plan, error) {
	data, file, folder, err := source(pathOrName)
	if err != nil {
		return nil, err
	}
	return load(file, folder, data, set)
}

// Parse is Load for the contents of a file of the working folder that need not
// be there yet.
func Parse(file string, data []byte, set ...string) (*Plan, error) {
	return load(file, ".", data, set)
}

// load makes the plan of a file's contents. folder is where its paths start.
func load(file, folder string, data []byte, set []string) (*Plan, error) {
	root, err := parse(place{file: file}, data)
	if err != nil {
		return nil, err
	}
	if root.kind != mapKind && root.kind != nullKind {
		return nil, root.mismatch("", "a mapping with family, job and puzzle")
	}
	for _, flag := range set {
		if err := applySet(root, flag); err != nil {
			return nil, err
		}
	}
	p, err := newPlan(root, file, NameOf(file))
	if err != nil {
		return nil, err
	}
	p.folder = folder
	return p, nil
}

// FromManifest recreates the plan of a run from what its manifest holds:
// [Plan.Canonical] and [Plan.Inputs]. Inputs that are not where they were are
// looked for from the working folder on, and in the folders nearby. Inputs that
// have changed since are refused when they are opened.
func FromManifest(canonical []byte, recorded []enumerate.Input, nearby ...string) (*Plan, error) {
	const file = "manifest.json"
	root, err := parseJSON(place{file: file}, canonical)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(root, file, "")
	if err != nil {
		return nil, err
	}
	p.nearby, p.wanted = nearby, map[string]enumerate.Input{}
	for _, in := range recorded {
		p.wanted[in.Path] = in
	}
	return p, nil
}

// source finds the bytes of a config, the name it has in errors, and the
// folder at which its paths start.
func source(arg string) (data []byte, file, folder string, err error) {
	if arg == "-" {
		data, err := readLimited("stdin", os.Stdin)
		return data, "stdin", ".", err
	}
	lower := strings.ToLower(arg)
	isPath := strings.ContainsAny(arg, `/\`) || strings.HasSuffix(lower, ".yaml") || strings.HasSuffix(lower, ".yml")
	info, err := os.Stat(arg)
	isFile := err == nil && info.Mode().IsRegular()
	if data, err = shippedFiles.ReadFile(arg + ".yaml"); err == nil && !isPath && !isFile {
		return data, arg + ".yaml", embeddedPrefix, nil
	}
	if _, err := os.Lstat(arg); isPath || err == nil {
		data, err := readConfig(arg)
		return data, arg, filepath.Dir(arg), err
	}
	beside, _ := filepath.Glob("*.y*ml")
	names := append(shippedNames(), beside...)
	return nil, "", "", &enumerate.InputError{
		Problem: "no file and no shipped run is called \"" + enumerate.Shorten(arg) + "\"" + enumerate.DidYouMean(arg,
			names),
		Expected: "a file, or a shipped run, as coverstat list names them",
	}
}

func readConfig(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, place{file: file}.fault("", "cannot read the config: %v", reason(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, place{file: file}.fault("a config file", "is a directory")
	}
	return readLimited(file, f)
}

func readLimited(file string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1)) // parse refuses the one more
	if err != nil {
		return nil, place{file: file}.fault("", "cannot read the config: %v", reason(err))
	}
	return data, nil
}

// reason is the error of a file operation without the operation and the path.
func reason(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// NameOf makes the name of a run of the base name of a file.
func NameOf(file string) string {
	base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".yaml"), ".yml")
	name := strings.Map(func(r rune) rune {
		if goodName("x" + string(r)) {
			return r
		}
		return '-'
	}, base)
	if name = strings.TrimLeft(name, "._-"); goodName(name) {
		return name
	}
	return "run"
}

// goodName reports whether a run may have a name, which is also its folder's.
func goodName(s string) bool {
	for i, r := range s {
		if !(unicode.IsLetter(r) || unicode.IsDigit(r) || i > 0 && strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return s != "" && len(s) <= 100
}

// applySet lays one --set flag, key.path=value, over the tree. It makes the
// mappings that are missing on the path; an index one past the end of a list
// adds to the list. The place of everything that comes from the flag is the
// flag.
func applySet(root *node, flag string) error {
	const expected = "key.path=value, such as output.grid=false"
	at := place{file: "--set " + enumerate.Shorten(flag), flag: true}
	path, text, ok := strings.Cut(flag, "=")
	path = strings.TrimSpace(path)
	if !ok || path == "" {
		return at.fault(expected, "got %q", enumerate.Shorten(flag))
	}
	if !utf8.ValidString(flag) {
		return at.fault("UTF-8", "invalid bytes")
	}
	keys := strings.Split(path, ".")
	if len(keys) > maxNesting {
		return at.fault("", "nested more than %d deep", maxNesting)
	}
	value, err := parse(at, []byte(text))
	if err != nil {
		return err
	}
	n := root
	for i, key := range keys {
		if n.kind == nullKind {
			n.kind, n.at = mapKind, at
		}
		last := i == len(keys)-1
		existing := n.child(key)
		switch {
		case key == "":
			return at.fault(expected, "an empty key in %q", path)
		case n.kind != mapKind && n.kind != listKind:
			return at.fault("a mapping or a list", "%s is %s, it has no %q", strings.Join(keys[:i], "."),
				n.shown(), key)
		case n.kind == listKind && existing == nil && key != strconv.Itoa(len(n.children)):
			return at.fault("", "%s is a list of %d: %q is no index of it", strings.Join(keys[:i], "."),
				len(n.children), key)
		case last:
			n.put(key, at, value)
		case existing != nil:
			n = existing.value
		default:
			next := &node{kind: mapKind, at: at}
			n.put(key, at, next)
			n = next
		}
	}
	return nil
}
