package enumerate

import (
	"regexp"
	"sync"
)

// Pattern returns a regular expression that is compiled when it is first used. All of them together would take a
// tenth of the time in which the program starts, and a command uses few.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
