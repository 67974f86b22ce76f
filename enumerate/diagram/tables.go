package diagram

import (
	"sync/atomic"

	"coverstat/enumerate"
)

// Tables returns a diagram as two tables, of its nodes and of its arcs, within so many bytes. Each choice is one of so
// many options.
func Tables(d *enumerate.Diagram, options int, memory int64) ([]enumerate.Table, error) {
	const nodeBytes, rowBytes = 100, 12 // of a node: two texts, numbers; of an arc
	count := max(len(d.First)-1, 0)
	if nodeBytes*int64(count)+rowBytes*int64(len(d.Targets)) > memory {
		return nil, TooLarge(memory)
	}
	x, err := New(d, options, memory)
	if err != nil {
		return nil, err
	}
	nodes := enumerate.NewBatch([]enumerate.Column{
		{Name: "node", Type: enumerate.Int32,
			Meaning: "number of the node, from 0, which is where every solution begins; the last one is the end"},
		{Name: "layer", Type: enumerate.Int32, Meaning: "place at which its arcs choose an option"},
		{Name: "before", Type: enumerate.String, Meaning: "paths from node 0 to this node, in digits"},
		{Name: "after", Type: enumerate.String, Meaning: "paths from this node to the end, in digits"},
	})
	arcs := enumerate.NewBatch([]enumerate.Column{
		{Name: "source", Type: enumerate.Int32, Meaning: "node that the arc leads from"},
		{Name: "target", Type: enumerate.Int32, Meaning: "node that it leads to, in a later layer"},
		{Name: "option", Type: enumerate.Int32, Meaning: "option that it puts into a solution (tables/options)"},
	})
	if count > 0 {
		x.Uses(new(atomic.Bool))
	}
	for p := range len(d.Layers) - 1 {
		for node := d.Layers[p]; node < d.Layers[p+1]; node++ {
			before, after := x.counter.ways(int(node))
			nodes.AppendValues(0, node, p, before, after)
			for a := d.First[node]; a < d.First[node+1]; a++ {
				for _, o := range d.Options[d.Choices[a]] {
					arcs.AppendInt32(0, node)
					arcs.AppendInt32(1, d.Targets[a])
					arcs.AppendInt32(2, int32(o))
				}
			}
		}
	}
	return []enumerate.Table{{Name: enumerate.NodesTable, Rows: nodes}, {Name: enumerate.ArcsTable, Rows: arcs}}, nil
}
