package condition

import (
	"testing"

	"coverstat/enumerate"
)

// TestSettled: from the number on that Settled gives, all values of a column meet the condition alike, whatever the other
// column is, also where a formula has both.
func TestSettled(t *testing.T) {
	find := func(name string) (int, enumerate.Column, error) {
		return int(name[0] - 'a'), enumerate.Column{Name: name, Type: enumerate.Int64}, nil
	}
	settled := 0
	for _, text := range []string{"a=3", "a!=3", "a<4", "a<=4", "a>4", "a>=4", "a in (1, 5)", "a=3 or b=2", "a>=2 and b!=1", "b=4", "a=2.5",
		"a-b=2", "a+b<=5", "a*b>=6", "2*a-b>3 or b=1", "a-a=0", "a<3 and a-b=1"} {
		c, err := Parse(text, find)
		if err != nil {
			t.Fatal(err)
		}
		const end = 40
		from := c.Settled(0)
		if from < end {
			settled++
		}
		for b := range int64(10) {
			for a := from; a < end; a++ {
				if met := c.Holds([]int64{a, b}); met != c.Holds([]int64{from, b}) {
					t.Fatalf("%s: settled from %d on, but %v for a = %d, b = %d", text, from, met, a, b)
				}
			}
		}
	}
	if settled < 10 {
		t.Errorf("%d conditions are settled", settled)
	}
}
