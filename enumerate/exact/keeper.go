package exact

import (
	"sync/atomic"

	"coverstat/enumerate"
)

// A keeper gives out a kernel that was made for something else and is free
// again before it makes another: to make one takes a millisecond and half a
// megabyte, which is much in a search of some hundredths of a second.
type keeper struct {
	make func() (enumerate.Kernel, error)
	free atomic.Pointer[enumerate.Kernel]
}

// keep takes a kernel that is no longer used.
func (k *keeper) keep(kernel enumerate.Kernel) { k.free.Store(&kernel) }

// take returns a kernel for one goroutine.
func (k *keeper) take() (enumerate.Kernel, error) {
	if kernel := k.free.Swap(nil); kernel != nil {
		return *kernel, nil
	}
	return k.make()
}
