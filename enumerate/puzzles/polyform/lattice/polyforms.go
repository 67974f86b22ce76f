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
// A form of n cells is one of n-1 cells and a neighbour of these. Of each form the
// orientation with the least cells is kept; pictures take longer to make and decide
// at the end only. The 166 hexacubes take 24 ms.
func (l *Lattice) Polyforms(n int, mirror bool) []Shape {
	found := []Shape{{{}}}
	for range n - 1 {
		var grown []Shape
		seen := map[string]bool{}
		for _, s := range found {
			for _, c := range s {
				for _, d := range l.beside(c) {
					if next := c.Plus(d); !slices.Contains(s, next) {
						t := l.leastOf(append(slices.Clone(s), next), mirror)
						if key := t.key(); !seen[key] {
							seen[key] = true
							grown = append(grown, t)
						}
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

// leastOf returns the orientation with the least cells.
func (l *Lattice) leastOf(s Shape, mirror bool) Shape {
	var best Shape
	for _, k := range l.Isometries {
		if k.Mirrors && !mirror {
			continue
		}
		if t := l.Image(s, k); best == nil || slices.CompareFunc(t, best, compare) < 0 {
			best = t
		}
	}
	return best
}
