// Command make writes exact covers in the text format of the exactcover
// family: the shipped ones, and others of the same kinds.
//
//	go run ./configs/make queens 20 > queens-20.txt
//
// With -symmetry it prints generators of the problem's symmetries instead, one
// a line, in the notation of puzzle.symmetry in a config.
package main

import (
	"flag"
	"fmt"
	"os"

	"coverstat/configs/covers"
)

func main() {
	symmetry := flag.Bool("symmetry", false, "print generators of the symmetries")
	flag.Parse()
	if err := covers.Write(os.Stdout, flag.Args(), *symmetry); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(2)
	}
}
