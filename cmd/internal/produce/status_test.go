package produce

import (
	"path/filepath"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/enumerate/run"
)

// TestStatusWhileWriting: when the last task is committed and the files are being
// written, the status says so, and that the whole search is done.
func TestStatusWhileWriting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var last inspect.Status
	_, err := Run(t.Context(), open(t, "pent-3x20"), RunOptions{Out: dir, Progress: func(p run.Progress) {
		if p.Tasks < p.Of {
			return
		}
		if s, err := inspect.ReadStatus(dir); err == nil {
			last = *s
		}
	}})
	if err != nil || last.Share != 1 || !last.Running || !last.Writing || last.Complete {
		t.Errorf("status while the files are written: %+v, %v", last, err)
	}
}
