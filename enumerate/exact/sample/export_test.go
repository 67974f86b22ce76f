package sample

// SetTaskSize makes each task of a sample so many draws.
func (s *Sample) SetTaskSize(draws int64) { s.size = draws }
