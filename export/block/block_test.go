package block

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"coverstat/enumerate"
)

func columns() []enumerate.Column {
	var list []enumerate.Column
	for t := enumerate.Int32; t <= enumerate.Int32List; t++ {
		list = append(list, enumerate.Column{Name: fmt.Sprint("a", t), Type: t},
			enumerate.Column{Name: fmt.Sprint("b", t), Type: t, Nullable: true})
	}
	return list
}

// fill appends n rows; spread is how many bits the integers use. In one batch of four
// nullable columns hold nulls alone, in another none.
func fill(b *enumerate.Batch, r *rand.Rand, n, spread int) {
	rare := r.IntN(4)
	for range n {
		for c, col := range b.Columns {
			if col.Nullable && rare > 0 && (rare == 1 || r.IntN(4) == 0) {
				b.AppendNull(c)
				continue
			}
			x := int64(r.Uint64()) >> (64 - spread)
			switch col.Type {
			case enumerate.Int32:
				b.AppendInt32(c, int32(x))
			case enumerate.Int64:
				b.AppendInt64(c, x)
			case enumerate.Double:
				b.AppendDouble(c, float64(x)/3)
			case enumerate.Bool:
				b.AppendBool(c, x&1 == 0)
			case enumerate.String:
				b.AppendString(c, fmt.Append(nil, x)[:r.IntN(2)])
			case enumerate.Int32List:
				b.AppendInt32List(c, []int32{int32(x), 7, int32(x)}[:r.IntN(4)])
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var enc encoder
	var dec []byte
	got := enumerate.NewBatch(columns())
	for spread := 1; spread <= 64; spread++ {
		b := enumerate.NewBatch(columns())
		fill(b, r, r.IntN(300), spread)
		from := r.IntN(b.Len() + 1)
		to := from + r.IntN(b.Len()-from+1)
		data, err := enc.append([]byte("before"), b, from, to, spread%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		got.Reset()
		h, err := decode(got, append(data, "after"...)[6:], &dec)
		if err != nil {
			t.Fatal(err)
		}
		if h.rows != to-from || h.size != len(data)-6 || h.beginsRun != (spread%2 == 0) {
			t.Fatalf("header %+v", h)
		}
		want := enumerate.NewBatch(columns())
		want.AppendRows(b, from, to)
		same(t, got, want)
	}
}

// same compares batches value by value, so that empty and nil slices are equal.
func same(t *testing.T, got, want *enumerate.Batch) {
	t.Helper()
	for c, col := range want.Columns {
		for row := range want.Len() {
			g, w := value(got, c, row), value(want, c, row)
			if !reflect.DeepEqual(g, w) {
				t.Fatalf("column %s, row %d: %v, want %v", col.Name, row, g, w)
			}
		}
	}
	if got.Len() != want.Len() {
		t.Fatalf("%d rows, want %d", got.Len(), want.Len())
	}
}

func value(b *enumerate.Batch, c, row int) any {
	if b.IsNull(c, row) {
		return nil
	}
	switch b.Columns[c].Type {
	case enumerate.Double:
		return b.Vectors[c].Doubles[row]
	case enumerate.String:
		return string(b.StringAt(c, row))
	case enumerate.Int32List:
		return fmt.Sprint(b.ListAt(c, row))
	}
	return b.IntAt(c, row)
}

func TestSizeOf(t *testing.T) {
	b := enumerate.NewBatch(columns())
	for c := range b.Columns {
		switch b.Columns[c].Type {
		case enumerate.Int32:
			b.AppendInt32(c, 1) // 4
		case enumerate.Int64:
			b.AppendInt64(c, 1) // 8
		case enumerate.Double:
			b.AppendDouble(c, 1) // 8
		case enumerate.Bool:
			b.AppendBool(c, true) // 1
		case enumerate.String:
			b.AppendString(c, []byte("abc")) // 3 and where it ends
		case enumerate.Int32List:
			b.AppendInt32List(c, []int32{1, 2}) // 8 and where it ends
		}
	}
	// Every type twice, and six that may be null.
	if got, want := SizeOf(b), 2*(4+8+8+1+3+4+8+4)+6; got != want {
		t.Errorf("size %d, want %d", got, want)
	}
}

func TestExtremes(t *testing.T) {
	cols := []enumerate.Column{{Name: "x", Type: enumerate.Int64}, {Name: "y", Type: enumerate.Int32}, {Name: "z", Type: enumerate.Double}}
	b := enumerate.NewBatch(cols)
	for _, x := range []int64{math.MinInt64, -1, 0, math.MaxInt64} {
		b.AppendInt64(0, x)
		b.AppendInt32(1, int32(x>>32))
		b.AppendDouble(2, math.Float64frombits(uint64(x)|1))
	}
	data, err := new(encoder).append(nil, b, 0, b.Len(), false)
	if err != nil {
		t.Fatal(err)
	}
	got := enumerate.NewBatch(cols)
	if _, err := decode(got, data, new([]byte)); err != nil {
		t.Fatal(err)
	}
	for i := range b.Len() {
		if got.IntAt(0, i) != b.IntAt(0, i) || got.IntAt(1, i) != b.IntAt(1, i) ||
			math.Float64bits(got.Vectors[2].Doubles[i]) != math.Float64bits(b.Vectors[2].Doubles[i]) {
			t.Errorf("row %d: %d %d", i, got.IntAt(0, i), got.IntAt(1, i))
		}
	}
}

func TestDamage(t *testing.T) {
	b := enumerate.NewBatch(columns())
	fill(b, rand.New(rand.NewPCG(3, 3)), 50, 20)
	data, err := new(encoder).append(nil, b, 0, b.Len(), false)
	if err != nil {
		t.Fatal(err)
	}
	var dec []byte
	got := enumerate.NewBatch(columns())
	for i := range data {
		for bit := range 8 {
			damaged := append([]byte(nil), data...)
			damaged[i] ^= 1 << bit
			got.Reset()
			if _, err := decode(got, damaged, &dec); !errors.Is(err, ErrDamaged) {
				t.Fatalf("byte %d, bit %d: %v", i, bit, err)
			}
		}
		got.Reset()
		if _, err := decode(got, data[:i], &dec); !errors.Is(err, ErrDamaged) {
			t.Fatalf("cut at %d: %v", i, err)
		}
	}
	got = enumerate.NewBatch(columns()[1:])
	if _, err := decode(got, data, &dec); !errors.Is(err, ErrDamaged) {
		t.Fatalf("other columns: %v", err)
	}
}

// FuzzDecode feeds the decoder bodies with a right checksum: whatever they
// say, it must neither crash nor accept a batch that does not hold together.
func FuzzDecode(f *testing.F) {
	b := enumerate.NewBatch(columns())
	fill(b, rand.New(rand.NewPCG(4, 4)), 9, 9)
	data, err := new(encoder).append(nil, b, 0, b.Len(), false)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, err := parseHeader(data); err == nil && h.size <= len(data) {
			sign(data[:h.size])
		}
		got := enumerate.NewBatch(columns())
		h, err := decode(got, data, new([]byte))
		if err != nil {
			return
		}
		for c := range got.Columns {
			for row := range h.rows {
				value(got, c, row)
			}
		}
	})
}

func sign(block []byte) {
	sum := checksum(block[:headerSize], block[headerSize:])
	for i := range 8 {
		block[24+i] = byte(sum >> (8 * i))
	}
}

// TestWorthCompressing: rows that become shorter by half are compressed, rows of random
// digits are not, wherever in the block they are.
func TestWorthCompressing(t *testing.T) {
	cols := []enumerate.Column{{Name: "x", Type: enumerate.String}, {Name: "y", Type: enumerate.String}}
	rng := rand.New(rand.NewPCG(7, 7))
	for _, random := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
		b := enumerate.NewBatch(cols)
		for range 1000 {
			for c := range cols {
				text := bytes.Repeat([]byte{'A'}, 81)
				for i := range text {
					if random[c] {
						text[i] = byte('1' + rng.IntN(9))
					}
				}
				b.AppendString(c, text)
			}
		}
		data, err := new(encoder).append(nil, b, 0, b.Len(), false)
		if err != nil {
			t.Fatal(err)
		}
		h, err := parseHeader(data)
		if compressed := h.size-headerSize < h.plain; err != nil || compressed == (random[0] || random[1]) {
			t.Errorf("random %v: %d bytes of %d, %v", random, h.size, h.plain, err)
		}
	}
}
