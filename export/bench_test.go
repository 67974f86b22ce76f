package export

import (
	"fmt"
	"path/filepath"
	"testing"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
	"coverstat/export/files/filestest"
	"coverstat/export/journal"
)

// tilings returns n domino tilings of the 8x8 board as rows like those of a census
// of pentominoes: a picture, 13 option ids, the orbit's size, two measures. They
// are every 40th tiling that a search finds; neighbours are so similar that they
// compress better than rows of other puzzles.
func tilings(n int) *enumerate.Batch {
	columns := []enumerate.Column{{Name: "grid", Type: enumerate.String}}
	for i := range 13 {
		columns = append(columns, enumerate.Column{Name: fmt.Sprintf("I2_%d", i+1), Type: enumerate.Int32})
	}
	for _, name := range []string{"orbit_size", "on_edge", "crossroads"} {
		columns = append(columns, enumerate.Column{Name: name, Type: enumerate.Int32, Role: enumerate.Measured})
	}
	b := enumerate.NewBatch(columns)
	var grid [64]byte
	var ids [32]int32
	found := 0
	var place func(cell, piece int, upright int32)
	place = func(cell, piece int, upright int32) {
		for cell < 64 && grid[cell] != 0 {
			cell++
		}
		if b.Len() == n {
			return
		}
		if cell == 64 {
			if found++; found%40 != 0 {
				return
			}
			b.AppendString(0, grid[:])
			for i := range 13 {
				b.AppendInt32(1+i, ids[2*i])
			}
			b.AppendInt32(14, 8)
			b.AppendInt32(15, upright)
			b.AppendInt32(16, int32(ids[31])%7)
			return
		}
		for turn, other := range []int{cell + 1, cell + 8} {
			if turn == 0 && cell%8 == 7 || other > 63 || grid[other] != 0 {
				continue
			}
			grid[cell], grid[other] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[piece], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[piece]
			ids[piece] = int32(56*turn + cell)
			place(cell+1, piece+1, upright+int32(turn))
			grid[cell], grid[other] = 0, 0
		}
	}
	place(0, 0, 0)
	return b
}

const benchRows = 262_144

func perRow(b *testing.B, rows, bytes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
	b.ReportMetric(float64(bytes)/float64(rows), "B/row")
}

func BenchmarkEncodeBlocks(b *testing.B) {
	rows := tilings(benchRows)
	size := 0
	for b.Loop() {
		buffer := block.NewBuffer(rows.Columns)
		if err := buffer.Add(rows); err != nil {
			b.Fatal(err)
		}
		size = len(buffer.Bytes())
	}
	perRow(b, rows.Len(), size)
}

func BenchmarkDecodeBlocks(b *testing.B) {
	rows := tilings(benchRows)
	buffer := block.NewBuffer(rows.Columns)
	if err := buffer.Add(rows); err != nil {
		b.Fatal(err)
	}
	list := block.NewList(nil, rows.Columns, []int64{0, buffer.Rows()}, func(int) block.Extent { return buffer.Extent() })
	for b.Loop() {
		for _, err := range list.Read(0, list.Rows()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	perRow(b, rows.Len(), len(buffer.Bytes()))
}

func BenchmarkWriteParquet(b *testing.B) {
	rows := tilings(benchRows)
	var info FileInfo
	for b.Loop() {
		w, err := createParquet(filestest.NewMem(), "/x", rows.Columns)
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Write(rows); err != nil {
			b.Fatal(err)
		}
		if info, err = w.close(); err != nil {
			b.Fatal(err)
		}
	}
	perRow(b, rows.Len(), int(info.Bytes))
}

func BenchmarkReadParquet(b *testing.B) {
	rows := tilings(benchRows)
	m := filestest.NewMem()
	w, err := createParquet(m, "/x", rows.Columns)
	if err != nil {
		b.Fatal(err)
	}
	if err := w.Write(rows); err != nil {
		b.Fatal(err)
	}
	info, err := w.close()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f, err := openParquet(m, "/x")
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range f.read(nil, 0, f.file.NumRows()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	perRow(b, rows.Len(), int(info.Bytes))
}

// BenchmarkPipeline takes rows all the way: it encodes, commits and reads them
// back, and writes them as Parquet with digests.
func BenchmarkPipeline(b *testing.B) {
	rows := tilings(benchRows)
	var parts []FileInfo
	for b.Loop() {
		dir := b.TempDir()
		w, err := lockAndOpen(files.OS(), filepath.Join(dir, WorkDir), journal.Header{Tasks: 1}, rows.Columns)
		if err != nil {
			b.Fatal(err)
		}
		w.Begin(0)
		if _, err := w.Add(0, rows); err != nil {
			b.Fatal(err)
		}
		if err := w.Commit([]enumerate.TaskTally{{}}); err != nil {
			b.Fatal(err)
		}
		a := &Assembly{FS: files.OS(), Dir: dir, Src: w.List(), Work: w}
		if parts, err = a.Write(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
		w.Close()
	}
	perRow(b, rows.Len(), int(parts[0].Bytes))
}
