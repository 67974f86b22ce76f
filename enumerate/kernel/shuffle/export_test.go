package shuffle

// Work returns the number of nodes really visited, in all draws and probes.
func (x *Sampler) Work() int64 {
	if x.probes != nil {
		return x.draw.visited + x.probes.visited
	}
	return x.draw.visited
}
