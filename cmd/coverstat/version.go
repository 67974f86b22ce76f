package main

import (
	"fmt"

	"coverstat/cmd/internal/study"

	"github.com/spf13/cobra"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:    "version",
		Hidden: true, // as the flag --version; scripts call it
		Short:  "print the program's version",
		Args:   exactly(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), "coverstat", study.Version())
			return err
		},
	}
}
