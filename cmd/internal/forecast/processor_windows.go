package forecast

import "syscall"

// ProcessorSeconds returns the processor time that this process has used. Other
// processes on the machine do not lengthen it.
func ProcessorSeconds() float64 {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0 // it cannot fail
	}
	var created, ended, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &ended, &kernel, &user); err != nil {
		return 0 // it cannot fail: the arguments are right
	}
	ticks := func(t syscall.Filetime) float64 { return float64(t.HighDateTime)*(1<<32) + float64(t.LowDateTime) }
	return (ticks(kernel) + ticks(user)) / 1e7 // ticks of 100 ns
}
