package exact

import (
	"fmt"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
)

// A KernelChoice is a kernel that may or may not fit an instance.
type KernelChoice struct {
	Name string
	// Node is how long a node typically takes, in nanoseconds. Choices between ways to count
	// weigh nodes by it, so that they do not depend on a clock.
	Node float64
	// General kernels take any problem, bounded items too.
	General bool
	// New makes a kernel; the error says why the instance does not fit it.
	New func() (enumerate.Kernel, error)
}

// GeneralKernels lists the kernels that take any problem, best first.
func GeneralKernels(p *enumerate.Problem) []KernelChoice {
	return []KernelChoice{
		{Name: "bits", General: true, Node: kernel.BitsNode(p.Options()),
			New: func() (enumerate.Kernel, error) { return kernel.NewBits(p) }},
		{Name: "dlx", General: true, Node: kernel.DLXNode,
			New: func() (enumerate.Kernel, error) { return kernel.NewDLX(p).CacheTails(), nil }},
	}
}

// Choose returns a pool of the kernel with the given name, with "auto" of the first that fits.
func Choose(kernels []KernelChoice, name string) (*KernelPool, error) {
	var names []string
	var against []*enumerate.UnfitError
	for _, k := range kernels {
		names = append(names, k.Name)
		if name != "auto" && name != "" && name != k.Name {
			continue
		}
		first, err := k.New()
		if err == nil {
			pool := &KernelPool{Kernel: k, against: against}
			pool.Put(first)
			return pool, nil
		}
		if name == k.Name {
			return nil, enumerate.KeyErrorf("kernel", "kernel %s does not fit this puzzle: %v", name, err)
		}
		against = append(against, &enumerate.UnfitError{Way: k.Name, Why: err})
	}
	return nil, enumerate.AtKey("kernel",
		enumerate.Unknown("no kernel", name, append([]string{"auto"}, names...), ""))
}

// A KernelPool makes kernels and keeps one idle kernel for reuse: to make one takes a millisecond,
// which is much in a search of some hundredths of a second.
type KernelPool struct {
	Kernel  KernelChoice
	against []*enumerate.UnfitError // why better kernels are not taken
	idle    atomic.Pointer[enumerate.Kernel]
}

// Facts say which kernel it is, and why no better one.
func (p *KernelPool) Facts() []enumerate.Fact {
	facts := []enumerate.Fact{{Key: "kernel", Text: "kernel " + p.Kernel.Name, Value: p.Kernel.Name}}
	for _, other := range p.against {
		why := fmt.Sprintf("%s: %v", other.Way, other.Why)
		facts = append(facts, enumerate.Fact{Key: "not", Text: "not " + why, Value: why})
	}
	return facts
}

// Put gives back a kernel that is no longer used.
func (p *KernelPool) Put(kernel enumerate.Kernel) { p.idle.Store(&kernel) }

// Get returns a kernel for one goroutine: the idle one, or a new one, which fits as the first one did.
func (p *KernelPool) Get() enumerate.Kernel {
	if kernel := p.idle.Swap(nil); kernel != nil {
		return *kernel
	}
	kernel, err := p.Kernel.New()
	if err != nil {
		panic(fmt.Sprintf("exact: kernel %s fitted once, and does not any more: %v", p.Kernel.Name, err))
	}
	return kernel
}
