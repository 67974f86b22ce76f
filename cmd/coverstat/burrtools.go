package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/configs"
	"coverstat/configs/burrtools"
	"coverstat/enumerate"
	"coverstat/export/convert"

	"github.com/spf13/cobra"
)

// burrFiles are the puzzles of BurrTools that an argument names: a file, or all of a
// folder. It is nil if the argument is of another kind.
func burrFiles(arg string) ([]string, error) {
	isBurr := func(name string) bool { return strings.EqualFold(filepath.Ext(name), ".xmpuzzle") }
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		entries, err := os.ReadDir(arg)
		if err != nil {
			return nil, err
		}
		var files []string
		for _, e := range entries {
			if isBurr(e.Name()) && !e.IsDir() {
				files = append(files, filepath.Join(arg, e.Name()))
			}
		}
		if files == nil {
			return nil, enumerate.Errorf("%s is a folder without a file of BurrTools: expected names that end in .xmpuzzle", arg)
		}
		return files, nil
	}
	if isBurr(arg) {
		return []string{arg}, nil
	}
	return nil, nil
}

// fromBurrTools writes the configs of puzzles into a folder, or one to standard output. A
// fault of one puzzle is said, and the others still come.
func fromBurrTools(c *cobra.Command, files []string, folder string) error {
	var all []burrtools.Config
	var faults []error
	for _, file := range files {
		read, err := readBurrTools(file)
		for _, config := range read {
			for _, note := range config.Notes {
				fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", config.Name, note)
			}
		}
		if err != nil {
			faults = append(faults, err)
		}
		all = append(all, read...)
	}
	if err := writeConfigs(c, all, folder); err != nil {
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

func readBurrTools(file string) (all []burrtools.Config, err error) {
	err = withInput(nil, []string{file}, func(_ string, in io.Reader) (err error) {
		all, err = burrtools.Read(file, configs.NameOf(strings.TrimSuffix(file, filepath.Ext(file))), in)
		return err
	})
	return all, err
}

func writeConfigs(c *cobra.Command, all []burrtools.Config, folder string) error {
	switch {
	case len(all) == 0:
		return nil
	case folder == "" && len(all) == 1 && all[0].Cover == nil:
		_, err := c.OutOrStdout().Write(all[0].YAML)
		return err
	case folder == "":
		return usageError{fmt.Errorf("the configs are several files: expected --out with a folder")}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return enumerate.Errorf("%v", err)
	}
	for _, config := range all {
		name := filepath.Join(folder, config.Name)
		if config.Cover != nil {
			if err := produce.WriteSealed(name+".txt", config.Cover, convert.Mark); err != nil {
				return err
			}
		}
		if err := produce.WriteSealed(name+".yaml", config.YAML, convert.Mark); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(c.OutOrStdout(), name+".yaml"); err != nil {
			return err
		}
	}
	return nil
}
