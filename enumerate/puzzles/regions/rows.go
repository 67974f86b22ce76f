package regions

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// regionColumn is the column of a row that says what the partition is.
var regionColumn = enumerate.Column{Name: enumerate.RegionColumn, Type: enumerate.Int32List, Role: enumerate.Key,
	Meaning: "the number of each vertex's region, in the order of tables/vertices; regions are numbered by their first vertices"}

// newForm returns a function that makes the canonical form of a partition: that of the image whose list of
// regions is the least.
func (g *graph) newForm() func(solution []enumerate.OptionID) []enumerate.OptionID {
	var regions, image, least []int32
	var form []enumerate.OptionID
	return func(solution []enumerate.OptionID) []enumerate.OptionID {
		regions = g.Regions(regions[:0], solution)
		least = append(least[:0], regions...)
		for k := 1; k < g.Images.Len(); k++ {
			if image = mapped(image, regions, g.Images.Of(k)); slices.Compare(image, least) < 0 {
				least, image = image, least
			}
		}
		form = g.Options(form[:0], least)
		return form
	}
}

// mapped puts the list of regions of an image of a partition into dst.
func mapped(dst, regions, to []int32) []int32 {
	dst = slices.Grow(dst[:0], len(regions))[:len(regions)]
	for v, region := range regions {
		dst[to[v]] = region
	}
	numbers := make([]int32, len(regions))
	next := int32(0)
	for v, region := range dst {
		if numbers[region] == 0 {
			next++
			numbers[region] = next
		}
		dst[v] = numbers[region] - 1
	}
	return dst
}

// recorder implements [exact.Recorder].
type recorder struct {
	*graph
	instance *exact.Instance
	regions  []int32
	image    []int32
}

// Solution implements [exact.Recorder].
func (r *recorder) Solution(b *enumerate.Batch, solution []enumerate.OptionID) {
	r.regions = r.Regions(r.regions[:0], solution)
	b.AppendInt32List(0, r.regions)
}

// Measures implements [exact.Recorder].
func (r *recorder) Measures(b *enumerate.Batch, first int, solution []enumerate.OptionID, stabiliser int64) {
	r.instance.AppendMeasures(b, first, solution, stabiliser)
}

// Parse implements [exact.Recorder].
func (r *recorder) Parse(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error) {
	regions := b.ListAt(0, row)
	if len(regions) != len(r.names) {
		return dst, fmt.Errorf("the regions of %d vertices, expected %d", len(regions), len(r.names))
	}
	next := int32(0)
	for v, k := range regions {
		if k < 0 || k > next {
			return dst, fmt.Errorf("vertex %d is in region %d, expected at most %d", v, k, next)
		}
		next = max(next, k+1)
	}
	return r.Options(dst, regions), nil
}

// Check implements [exact.Recorder]. It walks through each region, and makes every image.
func (r *recorder) Check(b *enumerate.Batch, row int, _ []enumerate.OptionID) error {
	regions := b.ListAt(0, row)
	seen := make([]bool, len(regions))
	whole := map[int32]bool{} // regions that were walked through
	for v, k := range regions {
		if seen[v] {
			continue
		}
		if whole[k] {
			return fmt.Errorf("region %d is in two parts, the second with vertex %d", k, v)
		}
		whole[k], seen[v] = true, true
		weight := int64(0)
		for walk := []int32{int32(v)}; len(walk) > 0; {
			at := walk[len(walk)-1]
			walk = walk[:len(walk)-1]
			weight += r.Weights[at]
			for _, n := range r.beside[at] {
				if !seen[n.vertex] && regions[n.vertex] == k {
					seen[n.vertex], walk = true, append(walk, n.vertex)
				}
			}
		}
		if weight < r.Least || weight > r.Most {
			return fmt.Errorf("region %d has the weight %d, expected %d to %d", k, weight, r.Least, r.Most)
		}
	}
	if n := int64(len(whole)); n < r.Fewest || n > r.Greatest {
		return fmt.Errorf("%d regions, expected %d to %d", n, r.Fewest, r.Greatest)
	}
	if err := r.CheckGiven(regions, func(v int32) string { return r.names[v] }); err != nil {
		return err
	}
	for k := range r.Images.Len() {
		if r.image = mapped(r.image, regions, r.Images.Of(k)); slices.Compare(r.image, regions) < 0 {
			return fmt.Errorf("not in canonical form: symmetry %d gives a lesser list", k)
		}
	}
	return nil
}

// tables are the vertices and the edges.
func (g *graph) tables() ([]enumerate.Table, error) {
	columns := []enumerate.Column{
		{Name: "id", Type: enumerate.Int32, Meaning: "number of the vertex, from 0"},
		{Name: "name", Type: enumerate.String, Meaning: "its name in the file, or the row and column of its cell"},
		{Name: "weight", Type: enumerate.Int64, Meaning: "its weight, in the unit of the config"},
	}
	if g.places != nil {
		columns = append(columns, enumerate.Column{Name: "x", Type: enumerate.Int32,
			Meaning: "its place in pictures, in thousandths of the longer side, from the left"},
			enumerate.Column{Name: "y", Type: enumerate.Int32, Meaning: "its place, from the top"})
	}
	vertices := enumerate.NewBatch(columns)
	for v, name := range g.names {
		next := vertices.AppendValues(0, v, name, g.Weights[v])
		if g.places != nil {
			vertices.AppendValues(next, g.places[v].X, g.places[v].Y)
		}
	}
	edges := enumerate.NewBatch([]enumerate.Column{
		{Name: "first", Type: enumerate.Int32, Meaning: "the lesser of two neighbouring vertices"},
		{Name: "second", Type: enumerate.Int32, Meaning: "the other one"},
	})
	for _, e := range g.Edges {
		edges.AppendValues(0, e[0], e[1])
	}
	return []enumerate.Table{{Name: enumerate.VerticesTable, Rows: vertices},
		{Name: enumerate.EdgesTable, Rows: edges}}, nil
}
