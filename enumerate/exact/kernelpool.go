package exact

import (
	"sync/atomic"

	"coverstat/enumerate"
)

// A KernelPool reuses one idle kernel. Making a kernel takes a millisecond and
// half a megabyte, which is much in a search of some hundredths of a second.
type KernelPool struct {
	make func() (enumerate.Kernel, error)
	idle atomic.Pointer[enumerate.Kernel]
}

// NewKernelPool returns a pool of the kernels that a function makes.
func NewKernelPool(make func() (enumerate.Kernel, error)) *KernelPool { return &KernelPool{make: make} }

// Put gives back a kernel that is no longer used.
func (p *KernelPool) Put(kernel enumerate.Kernel) { p.idle.Store(&kernel) }

// Get returns a kernel for one goroutine: the idle one, or a new one.
func (p *KernelPool) Get() (enumerate.Kernel, error) {
	if kernel := p.idle.Swap(nil); kernel != nil {
		return *kernel, nil
	}
	return p.make()
}
