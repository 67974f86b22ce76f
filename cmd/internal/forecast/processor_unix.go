//go:build !windows

package forecast

import "syscall"

// ProcessorSeconds returns the processor time that this process has used. Other
// processes on the machine do not lengthen it.
func ProcessorSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // it cannot fail: the arguments are right
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}
