package formats

import (
	"slices"
	"strconv"
	"strings"
)

// ReadPzpr reads the numbers of an address of puzz.link, up to the most that there may be, with 0 for an empty place: a
// hexadecimal digit, - and two of them, or a letter from g on for 1, 2, ... empty places (robx/pzprjs:
// src/variety-common/Encode.js). The text begins at the place; it fails at other texts, and at numbers that are not as
// expected says.
func (p Place) ReadPzpr(text string, most int, expected string) []int {
	numbers := make([]int, 0, min(2*len(text), 1024)) // enough for most
	for i := 0; i < len(text); i++ {
		digits := 1
		switch c := text[i]; {
		case c >= 'g' && c <= 'z':
			numbers = append(numbers, make([]int, c-'f')...)
			continue
		case c == '-':
			i, digits = i+1, 2
		}
		word := text[i:min(i+digits, len(text))]
		v, err := strconv.ParseUint(word, 16, 8)
		if err != nil || len(word) < digits || v < 1 || int(v) > most {
			p.Past(text[:i]).Fail(expected, "got %q", word)
		}
		numbers = append(numbers, int(v))
		i += digits - 1
	}
	return numbers
}

// PzprText writes numbers from 0 to 255 as [Place.ReadPzpr] reads them.
func PzprText(numbers []int) string {
	const longest = 20
	var b strings.Builder
	b.Grow(len(numbers))
	for i := 0; i < len(numbers); i++ {
		run := slices.IndexFunc(numbers[i:], func(v int) bool { return v > 0 })
		if run < 0 {
			run = len(numbers) - i
		}
		switch v := numbers[i]; {
		case run > 0:
			run = min(run, longest)
			b.WriteByte('f' + byte(run))
			i += run - 1
		case v > 15:
			b.WriteString("-" + strconv.FormatInt(int64(v), 16))
		default:
			b.WriteString(strconv.FormatInt(int64(v), 16))
		}
	}
	return b.String()
}
