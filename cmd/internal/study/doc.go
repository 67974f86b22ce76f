// Package study makes a [Study], a config with its job: of a config, or of the manifest of a
// dataset. It opens datasets, and knows what is counted of their rows, whoever reads these, and
// which files are made of that: a run writes them, verify compares them. It writes nothing.
package study
