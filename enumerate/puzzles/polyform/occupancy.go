package polyform

import (
	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// occupancy makes the tables of how often each cell is covered by each piece,
// and of how often each placement up to symmetry occurs.
func (z *Puzzle) occupancy(use *exact.OptionUse) []enumerate.Table {
	return []enumerate.Table{{Name: "occupancy", Rows: z.cellTable(use)}, {Name: "placements", Rows: z.placementTable(use)}}
}

// cellTable says how often each piece covers each cell. A draw is stored as the
// canonical image of its class, so that only the mean over all images says
// something of its cells: a share.
func (z *Puzzle) cellTable(use *exact.OptionUse) *enumerate.Batch {
	how := enumerate.Column{Name: "raw", Type: enumerate.Int64, Meaning: "raw solutions in which the piece covers the cell", Unit: "solutions"}
	if use.Drawn {
		how = enumerate.Column{Name: "share", Type: enumerate.Double,
			Meaning: "share of the draws in which the piece covers the cell, all images of a solution being equally likely"}
	}
	cells := enumerate.NewBatch(append(z.placeColumns("the cell", "the cell"),
		enumerate.Column{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"}, how))
	count := make([]int64, len(z.Board.Blocked))
	for i, p := range z.Pieces {
		clear(count)
		for o := z.first[i]; o < z.first[i+1]; o++ {
			for _, c := range z.Placements[o].Cells {
				if use.Drawn {
					count[c] += use.Images(int(o))
				} else {
					count[c] += use.Each(int(o))
				}
			}
		}
		for c, n := range count {
			if z.Board.Blocked[c] {
				continue
			}
			k := z.appendPlace(cells, 0, c)
			cells.AppendString(k, []byte(p.Name))
			if use.Drawn {
				cells.AppendDouble(k+1, float64(n)/float64(max(1, use.Order*use.All)))
			} else {
				cells.AppendInt64(k+1, n)
			}
		}
	}
	return cells
}

// placementTable says how often each placement up to symmetry occurs.
func (z *Puzzle) placementTable(use *exact.OptionUse) *enumerate.Batch {
	places := enumerate.NewBatch([]enumerate.Column{
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "place", Type: enumerate.Int32, Meaning: "number of the placement up to symmetry, as place(P) has it"},
		{Name: "option", Type: enumerate.Int32, Meaning: "the least of its options (tables/options)"},
		{Name: "orbit_size", Type: enumerate.Int32, Meaning: "options that symmetry makes of it", Unit: "options"},
		{Name: "raw", Type: enumerate.Int64, Meaning: "times that one of them occurs in raw solutions, or draws", Unit: "occurrences"},
		{Name: "distinct", Type: enumerate.Int64, Meaning: "times that one of them occurs in solutions up to symmetry", Unit: "occurrences"},
	})
	number := z.measurePuzzle().Places()
	for o, k := range use.Orbit {
		if int(k) != o {
			continue
		}
		places.AppendString(0, []byte(z.Pieces[z.Placements[o].Piece].Name))
		places.AppendInt32(1, number[o])
		places.AppendInt32(2, int32(o))
		places.AppendInt32(3, int32(use.Size[o]))
		places.AppendInt64(4, use.Raw[o])
		places.AppendInt64(5, use.Distinct[o])
	}
	return places
}
