package polyform

import (
	"math/big"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// occupancy makes the tables of how often each cell is covered by each piece,
// and of how often each placement up to symmetry occurs.
func (z *Puzzle) occupancy(use *exact.OptionUse) []enumerate.Table {
	return []enumerate.Table{{Name: enumerate.OccupancyTable, Rows: z.cellTable(use)}, {Name: enumerate.PlacementsTable, Rows: z.placementTable(use)}}
}

// cellTable says how often each piece covers each cell, from all images of the rows. A draw is
// stored as the canonical image of its class, so that only the share says something of its cells.
func (z *Puzzle) cellTable(use *exact.OptionUse) *enumerate.Batch {
	columns := append(z.placeColumns("the cell", "the cell"), enumerate.Column{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"})
	var raw enumerate.CountColumn
	share := enumerate.Column{Name: "share", Type: enumerate.Double, Meaning: "share of the raw solutions in which the piece covers the cell"}
	if use.Drawn {
		share.Meaning = "share of the draws in which the piece covers the cell, all images of a solution being equally likely"
	} else {
		columns, raw = enumerate.NewCountColumn(columns, enumerate.Column{Name: "raw", Meaning: "raw solutions in which the piece covers the cell", Unit: "solutions"}, use.All)
	}
	order := big.NewInt(use.Order)
	all := new(big.Int).Mul(use.All, order)
	cells := enumerate.NewBatch(append(columns, share))
	count := make([]*big.Int, len(z.Board.Blocked))
	for i, p := range z.Pieces {
		for c := range count {
			count[c] = new(big.Int)
		}
		for o := z.first[i]; o < z.first[i+1]; o++ {
			images := use.Images(int(o))
			for _, c := range z.Placements[o].Cells {
				count[c].Add(count[c], images)
			}
		}
		for c, n := range count {
			if z.Board.Blocked[c] {
				continue
			}
			k := z.appendPlace(cells, 0, c)
			cells.AppendString(k, []byte(p.Name))
			if !use.Drawn {
				raw.Append(cells, new(big.Int).Quo(n, order))
			}
			cells.AppendDouble(len(columns), exact.Share(n, all))
		}
	}
	return cells
}

func (z *Puzzle) placementTable(use *exact.OptionUse) *enumerate.Batch {
	most := new(big.Int).Mul(use.All, big.NewInt(int64(z.area))) // no placement occurs more often in a solution
	columns := []enumerate.Column{
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "place", Type: enumerate.Int32, Meaning: "number of the placement up to symmetry, as place(P) has it"},
		{Name: "option", Type: enumerate.Int32, Meaning: "the least of its options (tables/options)"},
		{Name: "orbit_size", Type: enumerate.Int32, Meaning: "options that symmetry makes of it", Unit: "options"},
	}
	columns, raw := enumerate.NewCountColumn(columns, enumerate.Column{Name: "raw", Meaning: "times that one of them occurs in raw solutions, or draws", Unit: "occurrences"}, most)
	columns, distinct := enumerate.NewCountColumn(columns, enumerate.Column{Name: "distinct", Meaning: "times that one of them occurs in solutions up to symmetry", Unit: "occurrences"}, most)
	places := enumerate.NewBatch(append(columns, enumerate.Column{Name: "share", Type: enumerate.Double,
		Meaning: "raw, of all raw solutions or draws: more than 1 where a solution may have several of them"}))
	number := z.measurePuzzle().Places()
	for o, k := range use.Orbit {
		if int(k) != o {
			continue
		}
		places.AppendString(0, []byte(z.Pieces[z.Placements[o].Piece].Name))
		places.AppendInt32(1, number[o])
		places.AppendInt32(2, int32(o))
		places.AppendInt32(3, int32(use.Size[o]))
		raw.Append(places, use.Raw[o])
		distinct.Append(places, use.Distinct[o])
		places.AppendDouble(len(columns), exact.Share(use.Raw[o], use.All))
	}
	return places
}
