package enumerate

// A Diagram is the graph of all partial solutions, where those with the same completions are one node. Each path from
// the first node to the last is a solution. Nodes stand in the order of their places, and arcs lead to later places.
type Diagram struct {
	// Layers has the first node of each place, of the end, which is one node, and the number of nodes. Without a
	// solution there are no nodes.
	Layers []int32
	First  []int32 // by node, and once more for the end: its first arc
	// By arc: the node that it leads to, and its choice.
	Targets, Choices []int32
	Options          [][]OptionID // by choice: what it puts into a solution
	Places           []int32      // by choice: the place of it
}
