// Package regions is the family of partitions of a board, or of another graph, into
// connected regions of any shape: districts of a map, say.
//
//	family.go    the puzzle section of a config, the job and its facts
//	graph.go     graphs of boards and from files, and their symmetries
//	kernel.go    lists the partitions, region by region
//	rows.go      rows, their canonical form and their independent check
//	measures.go  what is measured of a partition
//	size.go      sizes of regions, and their deviation from the mean
//	given.go     vertices that are together, and vertices that are apart
//	weights.go   what partitions count by, beside counting once
//	drawing.go   pictures of boards and of graphs whose vertices have places
//
// A row holds the number of each vertex's region; regions are numbered by their first
// vertices. The canonical form is the least such list of all images. The 2x3 cells have
// two classes of partitions into two regions of three cells:
//
//	region         orbit_size  cut_edges     0 0 0     0 0 1
//	[0 0 0 1 1 1]           1          3     1 1 1     0 1 1
//	[0 0 1 0 1 1]           2          3
//
// Partitions are counted and drawn by package sweep, vertex by vertex. That shares no
// code of a search with the kernel here.
package regions
