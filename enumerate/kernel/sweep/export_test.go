package sweep

// DivideAll lets sweeps divide all layers into shards, from the first one on, until it is undone.
func DivideAll() (undo func()) {
	small, large := smallLayer, largeLayer
	smallLayer, largeLayer = 1, 1
	return func() { smallLayer, largeLayer = small, large }
}
