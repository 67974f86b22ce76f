// Package study makes a [Study], a config with its job: of a config, or of the manifest of a
// dataset. A [Dataset] is the one handle of a dataset, whatever its state. The package knows what is
// counted of rows, whoever reads these, and which files are made of that: a run writes them, verify
// compares them. It writes nothing.
//
// Of queens-8 with the measure stabiliser, [Open] makes 12 tasks for kernel bits, whose rows have
// the columns options (list<int32>), orbit_size and stabiliser (int32).
package study
