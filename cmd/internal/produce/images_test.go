package produce

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/exporttest"
	"coverstat/export/files"
)

// TestImages counts how often each option is in a solution: by the table of
// images, each with the weight orbit_size, divided by the group's order; and one
// by one in the different images of every row.
func TestImages(t *testing.T) {
	for k, config := range []string{"queens-8", "tetro2-5x8", "chessboard"} {
		if testing.Short() && k > 0 {
			break
		}
		dir := t.TempDir()
		made(t, open(t, config), RunOptions{Out: dir})
		d, err := study.OpenFinished(dir)
		if err != nil {
			t.Fatal(err)
		}
		table, err := d.Table(enumerate.ImagesTable)
		if err != nil {
			t.Fatal(err)
		}
		options, order := int64(0), int64(0)
		images := map[[2]int64]int32{} // by option and symmetry
		for row := range table.Len() {
			o, k := table.IntAt(0, row), table.IntAt(1, row)
			images[[2]int64{o, k}] = int32(table.IntAt(2, row))
			options, order = max(options, o+1), max(order, k+1)
		}
		joined, counted := make([]int64, options), make([]int64, options)
		err = d.Scan(nil, func(b *enumerate.Batch, _ int64) error {
			orbit := enumerate.ColumnIndex(b.Columns, enumerate.OrbitSizeColumn)
			for row := range b.Len() {
				solution := optionsOf(b, row)
				seen := map[string]bool{}
				for k := range order {
					var image []int32
					for _, o := range solution {
						image = append(image, images[[2]int64{int64(o), k}])
						joined[image[len(image)-1]] += b.IntAt(orbit, row)
					}
					slices.Sort(image)
					if text := fmt.Sprint(image); !seen[text] {
						seen[text] = true
						for _, o := range image {
							counted[o]++
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for o := range joined {
			if joined[o] != counted[o]*order {
				t.Fatalf("%s: option %d: by the table %d/%d, one by one %d", config, o, joined[o], order, counted[o])
			}
		}
		if config != "chessboard" {
			swapImages(t, dir, table)
			continue
		}
		corners := map[string]int64{}
		placements, err := d.Table("options")
		if err != nil {
			t.Fatal(err)
		}
		for o := range placements.Len() {
			if r, c := placements.IntAt(4, o), placements.IntAt(5, o); string(placements.StringAt(1, o)) == "O4" && r%6 == 0 && c%6 == 0 {
				corners[fmt.Sprint(r, " ", c)] = joined[o] / order
			}
		}
		if got := fmt.Sprint(corners); got != "map[0 0:10054 0 6:10054 6 0:10054 6 6:10054]" {
			t.Errorf("the square in each corner: %s, expected 10054 times", got)
		}
	}
}

// swapImages exchanges two images in the table, with a digest that fits: verify
// must see it.
func swapImages(t *testing.T, dir string, table *enumerate.Batch) {
	t.Helper()
	images := table.Vectors[2].Int32s
	k := 1
	for images[k] == images[0] {
		k++
	}
	images[0], images[k] = images[k], images[0]
	info := exporttest.WriteTable(t, files.OS(), dir, enumerate.Table{Name: enumerate.ImagesTable, Rows: table})
	m, err := export.ReadManifest(files.OS(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Tables {
		if m.Tables[i].Name == info.Name {
			m.Tables[i] = info
		}
	}
	if err := m.Write(files.OS(), dir); err != nil {
		t.Fatal(err)
	}
	if v, err := inspect.Verify(context.Background(), dir); err != nil || v.OK() {
		t.Errorf("another table of images: verify finds nothing wrong (%v)", err)
	}
}

// optionsOf returns the options of a row, from the columns that identify it.
func optionsOf(b *enumerate.Batch, row int) (options []int32) {
	for i, c := range b.Columns {
		switch {
		case c.Role != enumerate.Key || b.IsNull(i, row):
		case c.Type == enumerate.Int32:
			options = append(options, int32(b.IntAt(i, row)))
		case c.Type == enumerate.Int32List:
			options = append(options, b.ListAt(i, row)...)
		}
	}
	return options
}
