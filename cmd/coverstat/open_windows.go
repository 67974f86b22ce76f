package main

import "os/exec"

// opener returns the command that opens an address in the browser.
func opener(url string) *exec.Cmd {
	return exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
}
