package stats

// columnSums are the sums of a column within a group; nulls are left out.
type columnSums struct {
	n          counts // of rows where the column has a value
	raw, rows  sum    // of the values, weighted by raw objects and by rows
	squares    sum    // of the squared values, weighted by raw objects
	least, top int64
}

func (s *columnSums) addRow(value, weight int64) {
	s.extend(value, value)
	s.n.addRow(weight)
	s.raw.addProduct(value, weight)
	s.rows.add(value)
	s.squares.addSquare(value, weight)
}

// addRows adds rows that have the same value, to all sums but the squares.
func (s *columnSums) addRows(value int64, n *counts) {
	s.extend(value, value)
	s.n.addCounts(n)
	s.raw.addMultiple(value, &n.raw)
	s.rows.addMultiple(value, &n.rows)
}

func (s *columnSums) addSums(o *columnSums) {
	if !o.n.none() {
		s.extend(o.least, o.top)
	}
	s.n.addCounts(&o.n)
	s.raw.addSum(&o.raw)
	s.rows.addSum(&o.rows)
	s.squares.addSum(&o.squares)
}

// extend extends the range of values. It must be called before n is raised.
func (s *columnSums) extend(least, top int64) {
	if s.n.none() {
		s.least, s.top = least, top
	}
	s.least, s.top = min(s.least, least), max(s.top, top)
}
