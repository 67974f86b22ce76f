// Command coverstat enumerates every solution of a tiling or exact-cover
// puzzle, or an honest random sample of them, and writes a dataset.
package main

import "os"

func main() {
	os.Exit(execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
