package main

import (
	"slices"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/configs"

	"github.com/spf13/cobra"
)

// addCompletions tells the shell which runs may stand in the arguments of the commands
// below c. The commands and their flags it knows from cobra.
func addCompletions(c *cobra.Command) {
	for _, below := range c.Commands() {
		use := strings.Fields(below.Use)
		switch many := strings.HasSuffix(use[len(use)-1], "..."); {
		case below.ValidArgsFunction != nil || below.HasSubCommands():
		case len(use) == 1:
			below.ValidArgsFunction = cobra.NoFileCompletions
		case slices.Contains(use, "CONFIG"):
			below.ValidArgsFunction = completeConfig
		case slices.ContainsFunc(use, func(word string) bool { return strings.Contains(word, "DIR") }):
			below.ValidArgsFunction = func(_ *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
				if len(args) > 0 && !many {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
				return completeDataset(args, written)
			}
		}
	}
}

// completeConfig offers the shipped runs, and files.
func completeConfig(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, r := range configs.Shipped() {
		names = append(names, r.Name+"\t"+r.Summary)
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeDataset offers the runs, and folders where there are none.
func completeDataset(args []string, written string) ([]string, cobra.ShellCompDirective) {
	names := slices.DeleteFunc(study.Runs(), func(n string) bool { return !strings.HasPrefix(n, written) || slices.Contains(args, n) })
	if len(names) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
