package exact

import (
	"sync/atomic"

	"coverstat/enumerate"
)

// kernelPool reuses one idle kernel. Making a kernel takes a millisecond and
// half a megabyte, which is much in a search of some hundredths of a second.
type kernelPool struct {
	make func() (enumerate.Kernel, error)
	idle atomic.Pointer[enumerate.Kernel]
}

// put gives back a kernel that is no longer used.
func (p *kernelPool) put(kernel enumerate.Kernel) { p.idle.Store(&kernel) }

// get returns a kernel for one goroutine: the idle one, or a new one.
func (p *kernelPool) get() (enumerate.Kernel, error) {
	if kernel := p.idle.Swap(nil); kernel != nil {
		return *kernel, nil
	}
	return p.make()
}
