// Package pipeline joins the rooms of the house: config → family's job →
// runner → dataset and statistics. Each command of the program is one call
// into it; it knows neither flags nor puzzles.
package pipeline
