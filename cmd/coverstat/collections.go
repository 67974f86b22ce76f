package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// paceCollections lets the heap grow by so many percent of what is in use before the
// next garbage collection, and chooses the percentage anew after each.
//
// With 400 the first waits for 16 MB. The runtime would begin at 4 MB, which preparing a
// small puzzle passes twice; the two took a sixth of the time of counting it.
//
// Beyond 64 MB the heap is mostly tables and rows. They hold no pointers, so that a
// collection takes next to no time, while doubling them costs memory.
func paceCollections(percent int) {
	debug.SetGCPercent(percent)
	runtime.AddCleanup(new([64]byte), func(usual int) {
		inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(inUse); inUse[0].Value.Uint64() > 64<<20 {
			paceCollections(25)
		} else {
			paceCollections(usual)
		}
	}, 100)
}
