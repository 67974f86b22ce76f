// Package configs turns a run file into a validated plan, and ships the run
// files that coverstat knows by name.
//
// It works in two steps. [Load] reads YAML into a tree of values that remember
// where they were written, lays the user's --set flags over it, and checks
// every key that belongs to coverstat itself; the result is a [Plan]. The
// puzzle section, which holds the parameters of the family, stays an undecoded
// tree: [Plan.Spec] hands the family a function that decodes it strictly into
// the family's own type. So a new family or a new parameter does not change
// this package.
//
// The package owns the syntax and its limits (a run file is a small document;
// big data belongs in input files), the defaults, the resolution of paths, the
// canonical form of a config, which enters the manifest and its digest, the schema
// and the reference of all keys, the shipped runs and the table of known counts. It
// does not know which families, pieces, measures and kernels exist.
//
//	plan, err := configs.Load("chessboard", []string{"measures=[crossroads]"})
//	job, err := family.Open(plan.Spec())
//
// # Inputs
//
// Files that a puzzle names are opened through the spec. It returns the file
// itself (which can also Seek and ReadAt), or the embedded one. The SHA-256 of
// a file is recorded at the first opening; a file that changes during a run, or
// between a run and its verification, is refused.
//
// # Decoding
//
// A key belongs to the field with that name in its `yaml` or `json` tag, or
// with that name in lower case; the keys of an embedded struct are those of the
// struct around it. A key without a value keeps the default that the field had
// before, unless that is its zero value: then the value is missing. A type that
// takes several shapes (a name or a mapping, say), or a text of a syntax of its own, implements
// UnmarshalYAML(decode func(any) error) error: it tries decode on each of them, in the order in which people
// are told of them, and returns the error of the last one. Into an [enumerate.OneOf] decode takes one of its
// texts only. With a decode that refuses all, it tells [Schema] and [Reference] what the shapes are.
//
// The tags help, default and example of a field describe its key to people; the tag
// values lists the texts that it takes, and decoding refuses others. [Schema] and
// [Reference] are made from them and from the types. So a new key needs no other
// description, and a test refuses a key without one.
//
// # Places of errors
//
// Every value of the tree knows its file, line and column, or its flag. An
// [enumerate.InputError] that a type returns for its own value gets the place
// of the value. A family that finds a fault later names the key at fault, a
// dotted path such as puzzle.limit, in the error's Key, and [Plan.Locate] finds
// the place. A line in such an error, without a file, counts the lines within
// the value, as in a picture.
package configs
