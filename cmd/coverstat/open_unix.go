//go:build unix

package main

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// opener returns the command that opens an address in the browser, nil if there is
// no screen: it might then open a browser in this terminal. It is in a process group
// of its own, for Ctrl-C must not end a browser that it starts.
func opener(url string) *exec.Cmd {
	name := "open"
	if runtime.GOOS != "darwin" {
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return nil
		}
		name = "xdg-open"
	}
	c := exec.Command(name, url)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c
}
