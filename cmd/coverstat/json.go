package main

import (
	"encoding/json"
	"io"
)

// printJSON prints a value as one JSON object.
func printJSON(w io.Writer, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
