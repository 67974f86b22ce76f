// Package study makes a job of a config, and the study of a dataset of its
// manifest. It knows what is counted of the rows of a study, whoever reads them.
// It writes nothing.
package study
