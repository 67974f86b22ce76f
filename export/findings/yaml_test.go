package findings

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// TestYAML: the config of a page is the one that was run, whatever its texts are.
func TestYAML(t *testing.T) {
	for _, text := range []string{
		"..\n..", " ..\n...\n ..", "..\n..\n", "..\n\n..\n", "\n..", "  \n..", ".. \n..", "..\n  ", "#.\n.#", "a: b\nc", "..\t\n.", "yes", "1", "1e5", "0x1", "null", "", "- a\n- b", "\"a\"\n'b'", "..\n\n", "..\n.\n\n\n", "é\nß",
	} {
		config, err := json.Marshal(map[string]any{"board": text, "list": []any{map[string]any{"picture": text}, 20000000, 0.1, true, nil}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := YAML(config)
		if err != nil {
			t.Fatal(err)
		}
		var want, back any
		if err := yaml.Unmarshal(config, &want); err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal([]byte(got), &back); err != nil {
			t.Errorf("%q: %v\n%s", text, err, got)
			continue
		}
		if text == "#.\n.#" && !strings.Contains(got, "|-\n  #.\n  .#") {
			t.Errorf("a board on one line:\n%s", got)
		}
		if diff := cmp.Diff(want, back); diff != "" {
			t.Errorf("%q: (-want +got)\n%s\n%s", text, diff, got)
		}
	}
}
