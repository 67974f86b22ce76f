// Package study makes a [Study], a config with its job: of a config, or of the manifest of a
// dataset. It opens datasets, and knows what is counted of their rows, whoever reads these.
// It writes nothing.
package study
