// Command coverstat enumerates every solution of a tiling or exact-cover
// puzzle, or draws random ones, and writes them to a dataset.
package main

import "os"

func main() {
	os.Exit(execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
