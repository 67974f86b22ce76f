package main

import (
	"io"

	"coverstat/configs"
	"coverstat/enumerate/puzzles"

	"github.com/spf13/cobra"
)

func newSchema() *cobra.Command {
	var markdown bool
	return withFlags(&cobra.Command{
		Use:   "schema",
		Short: "print the JSON Schema of a config, or the reference of its keys",
		Long: `schema prints the JSON Schema (draft 2020-12) of a config, with the meaning of each
key. Editors complete and check YAML files by it. Save it as coverstat.schema.json and
begin a config beside it with the line
# yaml-language-server: $schema=coverstat.schema.json
With --markdown it prints the reference for people: all keys with their types,
defaults, meanings and examples.`,
		Example: "  coverstat schema > coverstat.schema.json\n  coverstat schema --markdown",
		Args:    exactly(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			text := string(configs.Schema(puzzles.Families()))
			if markdown {
				text = configs.Reference(puzzles.Families())
			}
			_, err := io.WriteString(c.OutOrStdout(), text)
			return err
		},
	}, []flag{{"markdown", &markdown, "print the reference page of all keys"}})
}
