package configs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"coverstat/enumerate"
)

// Load reads a config and lays --set flags over it. pathOrName is a file if
// there is one of that name, or if it contains a path separator or ends in
// .yaml or .yml; otherwise it is the name of a shipped run. What the user can
// get wrong comes back as an [enumerate.InputError].
func Load(pathOrName string, set []string) (*Plan, error) {
	data, file, folder, err := source(pathOrName)
	if err != nil {
		return nil, err
	}
	base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".yaml"), ".yml")
	return load(file, folder, defaultName(base), data, set)
}

func load(file, folder, base string, data []byte, set []string) (*Plan, error) {
	root, err := parse(file, data, false)
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
	p, err := newPlan(root, file, base)
	if err != nil {
		return nil, err
	}
	p.inputs.folder = folder
	return p, nil
}

// FromManifest recreates the plan of a run from what its manifest holds:
// [Plan.Canonical] and [Plan.Inputs]. Inputs that are not where they were are
// looked for from the working folder on, and in the folders nearby; such as
// have changed since are refused when they are opened.
func FromManifest(canonical []byte, recorded []Input, nearby ...string) (*Plan, error) {
	const file = "manifest.json"
	root, err := parseJSON(file, canonical)
	if err != nil {
		return nil, err
	}
	if root.kind != mapKind {
		return nil, root.mismatch("config", "a mapping")
	}
	p, err := newPlan(root, file, "")
	if err != nil {
		return nil, err
	}
	p.inputs.nearby, p.inputs.wanted = nearby, map[string]Input{}
	for _, in := range recorded {
		p.inputs.wanted[in.Path] = in
	}
	return p, nil
}

// source finds the bytes of a config, the name it has in errors, and the
// folder at which its paths start.
func source(arg string) (data []byte, file, folder string, err error) {
	lower := strings.ToLower(arg)
	isPath := strings.ContainsAny(arg, `/\`) || strings.HasSuffix(lower, ".yaml") || strings.HasSuffix(lower, ".yml")
	info, statErr := os.Stat(arg)
	if !isPath && (statErr != nil || !info.Mode().IsRegular()) {
		data, err = shippedFiles.ReadFile(arg + ".yaml")
		if err == nil {
			return data, arg + ".yaml", embeddedPrefix, nil
		}
		names := shippedNames()
		return nil, "", "", &enumerate.InputError{
			Problem:  "no file and no shipped run is called \"" + shorten(arg) + "\"" + hint(arg, names),
			Expected: "a file, or one of " + strings.Join(names, ", "),
		}
	}
	data, err = readConfig(arg, info, statErr)
	return data, arg, filepath.Dir(arg), err
}

func readConfig(file string, info fs.FileInfo, err error) ([]byte, error) {
	at := place{file: file}
	if err == nil && info.IsDir() {
		return nil, at.fault("a config file", "is a directory")
	}
	var data []byte
	if err == nil {
		var f *os.File
		if f, err = os.Open(file); err == nil {
			defer f.Close()
			data, err = io.ReadAll(io.LimitReader(f, maxBytes+1)) // parse refuses the one more
		}
	}
	if err != nil {
		reason := err.Error()
		if e := (*fs.PathError)(nil); errors.As(err, &e) {
			reason = e.Err.Error()
		}
		return nil, at.fault("", "cannot read the config: %s", reason)
	}
	return data, nil
}

// defaultName makes a file's base name fit to name a run.
func defaultName(base string) string {
	name := strings.Map(func(r rune) rune {
		if goodName("x" + string(r)) {
			return r
		}
		return '-'
	}, base)
	name = strings.TrimLeft(name, "._-")
	if len(name) > 100 || !goodName(name) {
		return "run"
	}
	return name
}
