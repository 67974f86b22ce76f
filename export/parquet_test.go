package export

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// writeFile writes a batch as one file, cut rows at a time.
func writeFile(t *testing.T, name string, rows *enumerate.Batch, cut int) FileInfo {
	t.Helper()
	w, err := createParquet(files.OS(), name, rows.Columns)
	if err != nil {
		t.Fatal(err)
	}
	defer w.discard()
	part := enumerate.NewBatch(rows.Columns)
	for from := 0; from < rows.Len(); from += cut {
		part.Reset()
		part.AppendRows(rows, from, min(from+cut, rows.Len()))
		if err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	info, err := w.close()
	if err != nil {
		t.Fatal(err)
	}
	info.Path = filepath.Base(name)
	if err := verifyFile(files.OS(), filepath.Dir(name), info); err != nil {
		t.Fatal(err)
	}
	return info
}

func TestRoundTripOfEveryType(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, n := range []int{0, 1, 1000, GroupRows + 777} {
		rows := enumerate.NewBatch(everyType())
		randomRows(rows, rand.New(rand.NewPCG(1, uint64(n))), n)
		name := filepath.Join(t.TempDir(), "x.parquet")
		if info := writeFile(t, name, rows, 5000); info.Rows != int64(n) {
			t.Fatalf("%d rows, want %d", info.Rows, n)
		}
		f, err := openParquet(files.OS(), name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.close()
		for i, c := range f.columns {
			if c != rows.Columns[i] {
				t.Errorf("column %+v, want %+v", c, rows.Columns[i])
			}
		}
		got := readAll(t, f.read(nil, 0, f.file.NumRows()), f.columns)
		if got.Len() != n {
			t.Fatalf("%d rows, want %d", got.Len(), n)
		}
		for row := range n {
			sameRows(t, got, row, rows, row)
		}
	}
}

func TestReadColumnsAndRanges(t *testing.T) {
	const n = GroupRows + 5000
	rows := enumerate.NewBatch(everyType())
	randomRows(rows, rand.New(rand.NewPCG(2, 2)), n)
	name := filepath.Join(t.TempDir(), "x.parquet")
	writeFile(t, name, rows, 5000)
	f, err := openParquet(files.OS(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	pick := []int{11, 0, 9}
	for _, span := range [][2]int64{{0, 1}, {5, 5}, {GroupRows - 1, GroupRows + 1}, {n - 1, n}, {GroupRows, n}} {
		got := readAll(t, f.read(pick, span[0], span[1]), Pick(f.columns, pick))
		if int64(got.Len()) != span[1]-span[0] {
			t.Fatalf("%d rows of %v", got.Len(), span)
		}
		for row := range got.Len() {
			for i, c := range pick {
				if g, w := cell(got, i, row), cell(rows, c, int(span[0])+row); g != w {
					t.Fatalf("row %d column %d: %s, want %s", row, c, g, w)
				}
			}
		}
	}
}

// The same rows give the same bytes every time, however they are cut into
// batches.
func TestBytesDependOnRowsAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	rows := enumerate.NewBatch(everyType())
	randomRows(rows, rand.New(rand.NewPCG(3, 3)), GroupRows+12345)
	dir := t.TempDir()
	want := writeFile(t, filepath.Join(dir, "a"), rows, rows.Len())
	for _, cut := range []int{999, 8192} {
		got := writeFile(t, filepath.Join(dir, "b"), rows, cut)
		if got.SHA256 != want.SHA256 {
			t.Errorf("batches of %d rows give other bytes", cut)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%d files left, want 2", len(left))
	}
	a := &Assembly{FS: files.OS(), Dir: t.TempDir(), Src: &batchSource{rows, 977}}
	if parts, err := a.Write(t.Context(), 2); err != nil || parts[0].SHA256 != want.SHA256 {
		t.Errorf("row groups that are encoded at a time give other bytes (%v)", err)
	}
	wrong := errors.New("wrong")
	a.Observe = func(b *enumerate.Batch) error {
		if diff := enumerate.SameRow(b, 0, rows, GroupRows); diff == nil { // the second row group begins
			return wrong
		}
		return nil
	}
	if _, err := a.Write(t.Context(), 2); !errors.Is(err, wrong) {
		t.Errorf("%v, want the error of the second row group", err)
	}
	if left, _ := os.ReadDir(filepath.Join(a.Dir, RowsDir)); len(left) != 1 {
		t.Errorf("%d files left, want the part that was there", len(left))
	}
}

func TestForeignAndTruncatedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := t.TempDir()
	rows := enumerate.NewBatch(everyType())
	randomRows(rows, rand.New(rand.NewPCG(4, 4)), 3000)
	name := filepath.Join(dir, "x")
	writeFile(t, name, rows, 3000)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "too small"},
		{[]byte("grid,orbit_size\nAAAA,8\n"), "smaller than indicated"},
		{whole[:len(whole)/2], "smaller than indicated"},
		{whole[:len(whole)-1], "smaller than indicated"},
	} {
		if err := os.WriteFile(name, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := openParquet(files.OS(), name)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%d bytes: %v, want %q", len(c.data), err, c.want)
		}
	}
	// Any one byte changed: an error or other rows, never a crash.
	for i := 0; i < len(whole); i += 401 {
		damaged := append([]byte(nil), whole...)
		damaged[i] ^= 0x55
		if err := os.WriteFile(name, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := openParquet(files.OS(), name)
		if err != nil {
			continue
		}
		if f.file.NumRows() < 1<<20 {
			for range f.read(nil, 0, f.file.NumRows()) {
			}
		}
		f.close()
	}
}

// The bytes of a file do not depend on the machine, the day, or what the process
// has written before. If this digest changes with the library or the encoding,
// datasets made before and after differ in bytes, though not in rows: raise the
// version of the rows.
func TestKnownDigest(t *testing.T) {
	const want = "b11cff31355ea628a4efd4b38b95b87c00e9d14f41e519d52119b16b06764c26"
	rows := enumerate.NewBatch(everyType())
	randomRows(rows, rand.New(rand.NewPCG(5, 5)), 30_000)
	if got := writeFile(t, filepath.Join(t.TempDir(), "x"), rows, 1000).SHA256; got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}
