// Package configs turns a run file into a validated plan, and ships the run
// files that coverstat knows by name.
//
// It works in two steps. [Load] reads YAML into a tree of values that remember
// where they were written, lays the user's --set flags over it, and checks
// every key that belongs to coverstat itself; the result is a [Plan]. The
// family's own parameters, the puzzle section, stay an undecoded tree:
// [Plan.Spec] hands the family a function that decodes them strictly into the
// family's own type, with errors that still know file, line and column. So a
// new family or a new parameter does not touch this package.
//
// What it owns: the syntax and the limits (a run file is a small document; big
// data belongs in input files), defaults, resolution of paths, the canonical
// form of a config that goes into the manifest and its digest, the shipped
// runs and the table of known counts. What it does not own: which families,
// pieces, measures and kernels exist.
//
//	plan, err := configs.Load("chessboard", []string{"measures=[crossroads]"})
//	job, err := family.Open(plan.Spec())
//
// # Inputs
//
// Files that a puzzle names are opened through the spec. What comes back is the
// file itself (it can also Seek and ReadAt), or the embedded one; its SHA-256 is
// recorded at the first opening, and a file that changes during a run, or
// between a run and its verification, is refused.
//
// # Decoding
//
// Keys are matched with the `yaml:"name"` tag of a field, or its name in
// lower case; `yaml:",inline"` merges an embedded struct; int fields tagged
// `yaml:",line"` and `yaml:",column"` receive the place of the value. A type
// that takes several shapes (a name or a mapping, say) implements
// UnmarshalYAML(decode func(any) error) error and tries decode on each of
// them; an [enumerate.InputError] that it returns without a place gets the
// place of its value, and one that has a line but no file is taken to count
// lines within the value, as in a picture.
package configs
