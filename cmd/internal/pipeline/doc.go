// Package pipeline does the work of the program's commands. A config becomes the
// job of a family; the job's tasks become rows of a dataset with statistics; other
// functions read the dataset. The package knows neither flags nor puzzles.
package pipeline
