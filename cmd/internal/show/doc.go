// Package show presents datasets to people and other programs: rows as text,
// pictures, pages, and the findings of a run. It writes only the file that it was
// asked for.
package show
