package enumerate

import "fmt"

// maxFaults bounds the faults that [Faults] keeps.
const maxFaults = 20

// Faults are what is wrong with an input that was read to its end in spite of
// it. The zero value has none.
type Faults struct {
	first []*InputError // at most maxFaults, in the order of the input
	more  int           // those beyond, which are only counted
}

// Add adds a fault.
func (f *Faults) Add(fault *InputError) {
	if len(f.first) == maxFaults {
		f.more++
		return
	}
	f.first = append(f.first, fault)
}

// Len returns the number of faults.
func (f *Faults) Len() int { return len(f.first) + f.more }

// Err returns nil without a fault, a single one as it is, and several as an
// error of one line each that unwraps to the first, an [InputError].
func (f *Faults) Err() error {
	switch f.Len() {
	case 0:
		return nil
	case 1:
		return f.first[0]
	}
	return &faultsError{*f}
}

type faultsError struct{ faults Faults }

// Error has a line for each of the first faults and one for the rest.
func (e *faultsError) Error() string {
	var s []byte
	for i, fault := range e.faults.first {
		if i > 0 {
			s = append(s, '\n')
		}
		s = append(s, fault.Error()...)
	}
	if e.faults.more > 0 {
		s = fmt.Appendf(s, "\nand %d more, %d faults in all", e.faults.more, e.faults.Len())
	}
	return string(s)
}

// Unwrap returns the first fault.
func (e *faultsError) Unwrap() error { return e.faults.first[0] }
