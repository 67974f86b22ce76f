package lattice

import (
	"slices"
	"strings"
)

// Polyforms returns the connected shapes of n cells, those that are turned images
// of one another taken as one, and mirror images too if mirror: the free forms
// with mirror, the one-sided ones without. Each is in the orientation that has the
// least picture, in ascending order of the pictures.
//
// A form of n cells is one of n-1 cells and a neighbour of these. Pictures take longer
// to make than cells, so that they decide at the end only. The 166 hexacubes take 8 ms.
func (l *Lattice) Polyforms(n int, mirror bool) []Shape {
	found := []Shape{{{}}}
	for range n - 1 {
		var grown []Shape
		seen := map[string]bool{}
		for _, s := range found {
			for _, c := range s {
				for _, d := range l.beside(c) {
					if next := c.Plus(d); !slices.Contains(s, next) {
						t := l.NewShape(append(slices.Clone(s), next))
						if seen[t.key()] {
							continue
						}
						for _, u := range l.Orientations(t, true, mirror) {
							seen[u.key()] = true
						}
						grown = append(grown, t)
					}
				}
			}
		}
		found = grown
	}
	for i, s := range found {
		found[i] = slices.MinFunc(l.Orientations(s, true, mirror), byPicture)
	}
	slices.SortFunc(found, byPicture)
	return found
}

func byPicture(a, b Shape) int { return strings.Compare(a.Picture(), b.Picture()) }

// key is a text that tells shapes of less than 256 cells apart.
func (s Shape) key() string {
	key := make([]byte, 0, 3*len(s))
	for _, c := range s {
		key = append(key, byte(c.Layer), byte(c.Row), byte(c.Col))
	}
	return string(key)
}
