package sweep

import (
	"math"
	"sync"
)

// Lists are lists of words that the states of a place have beside their keys. A key has the number of its list, from 1
// on; 0 is that without words. The engine counts their memory, and puts them into snapshots.
type Lists struct {
	sync.Mutex
	number map[string]uint64
	text   []string
	bytes  int64
}

// Number returns the number of a list, eight bytes a word and as many words as some keys have. A new one takes the
// next number up to most. Where none is left, the lists take more memory than there is.
func (l *Lists) Number(text []byte, most uint64) uint64 {
	l.Lock()
	defer l.Unlock()
	n, ok := l.number[string(text)]
	if !ok {
		if uint64(len(l.text)) == most {
			l.bytes = math.MaxInt64 / 2
			return 0
		}
		const overhead = 80 // of a map's entry
		l.bytes += int64(len(text)) + overhead
		if l.number == nil {
			l.number = map[string]uint64{}
		}
		l.text = append(l.text, string(text))
		n = uint64(len(l.text))
		l.number[l.text[n-1]] = n
	}
	return n
}

// Text returns the list of a number, at a place for which no more lists come.
func (l *Lists) Text(number uint64) string { return l.text[number-1] }

// memory is what the lists take.
func (l *Lists) memory() int64 {
	l.Lock()
	defer l.Unlock()
	return l.bytes
}
