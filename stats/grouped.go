package stats

// Grouped writes a number for people, with a comma at every third digit.
func (n Number) Grouped() string { return GroupDigits(n.String()) }

// GroupDigits puts a comma at every third of some decimal digits, which a minus
// sign may precede.
func GroupDigits(s string) string {
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
