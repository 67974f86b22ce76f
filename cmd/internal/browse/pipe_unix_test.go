//go:build !windows

package browse

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"coverstat/cmd/internal/study"
	"coverstat/export"
)

// TestPipes puts pipes in the place of files: whoever opens one waits for good, unless
// care is taken. Nobody waits, and a file that is back is served again.
func TestPipes(t *testing.T) {
	dir := runFirst(t, 20, "tetro2-5x8")
	c := serve(t, dir)
	client := &http.Client{Timeout: 10 * time.Second}
	for _, name := range []string{export.ManifestName, study.StatsName, "rows/part-00000.parquet"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.Rename(path, path+".kept"); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, at := range []string{"/data/0/" + name, "/data/0/page.json", "/datasets.json"} {
			answer, err := client.Get(c.url + at)
			if err != nil {
				t.Fatalf("%s is a pipe: %v", name, err)
			}
			if strings.HasSuffix(at, name) && answer.StatusCode != http.StatusNotFound {
				t.Errorf("%s is a pipe: %s", name, answer.Status)
			}
			answer.Body.Close()
		}
		if err := os.Rename(path+".kept", path); err != nil {
			t.Fatal(err)
		}
		c.get("/data/0/"+name, nil)
	}
}
