package stats

import (
	"encoding/json"
	"math/big"

	"coverstat/enumerate"
)

// A Sequence is an [enumerate.Sequence] as stats.json has it: numbers are decimal texts, and lists end at order 100.
type Sequence struct {
	Over          string   `json:"over"`
	States        int      `json:"states"`
	Order         int      `json:"order"`
	Recurrence    []string `json:"recurrence,omitzero"`
	Numerator     []string `json:"numerator,omitzero"`
	Denominator   []string `json:"denominator,omitzero"`
	Growth        *float64 `json:"growth"` // nil if only finitely many terms are not 0
	GrowthPerCell *float64 `json:"growth_per_cell"`
	Proved        bool     `json:"proved"`
}

// MaybeSequence is the sequence of a survey over sizes, null in JSON if there is none; other jobs do not ask for one.
type MaybeSequence struct {
	Asked bool
	*Sequence
}

// PublishSequence returns a sequence as stats.json has it.
func PublishSequence(q *enumerate.Sequence) *Sequence {
	s := &Sequence{Over: q.Over, States: q.States, Order: len(q.Recurrence), Proved: true}
	if q.Growth > 0 {
		s.Growth, s.GrowthPerCell = &q.Growth, &q.GrowthPerCell
	}
	if s.Order <= 100 {
		texts := func(numbers []*big.Int) []string {
			list := []string{}
			for _, n := range numbers {
				list = append(list, n.String())
			}
			return list
		}
		s.Recurrence, s.Numerator, s.Denominator = texts(q.Recurrence), texts(q.Numerator), texts(q.Denominator)
	}
	return s
}

// MarshalJSON implements [json.Marshaler].
func (m MaybeSequence) MarshalJSON() ([]byte, error) { return json.Marshal(m.Sequence) }

// UnmarshalJSON implements [json.Unmarshaler].
func (m *MaybeSequence) UnmarshalJSON(data []byte) error {
	m.Asked = true
	return json.Unmarshal(data, &m.Sequence)
}
