package export

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// Frames of literals are what any decoder of zstd reads, at every length around the
// length of a block and for every kind of data.
func TestLiterals(t *testing.T) {
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	rng := rand.New(rand.NewPCG(8, 8))
	for _, symbols := range []int{1, 2, 9, 60, 256} {
		for _, n := range []int{0, 1, 5, 1023, 1024, 40_000, 128<<10 - 1, 128 << 10, 128<<10 + 1, 300_000} {
			data := make([]byte, n)
			for i := range data {
				data[i] = byte(rng.IntN(symbols) * rng.IntN(2))
			}
			frame := appendLiterals([]byte("before"), data)
			got, err := decoder.DecodeAll(frame[6:], nil)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%d bytes of %d symbols: %v", n, symbols, err)
			}
			if n >= 1024 && symbols > 1 && symbols < 100 && len(frame) > n*15/16 {
				t.Errorf("%d bytes of %d symbols take %d", n, symbols, len(frame))
			}
		}
	}
}

// Boards of digits are written as literals, which is shorter; rows that repeat are not.
func TestNoRepeats(t *testing.T) {
	encoder := zstdEncoders.New().(*zstd.Encoder)
	rng := rand.New(rand.NewPCG(9, 9))
	digits, repeated := make([]byte, 1<<20), bytes.Repeat([]byte("AABBC"), 200_000)
	for i := range digits {
		digits[i] = byte('1' + rng.IntN(9))
	}
	if !noRepeats(encoder, nil, digits) || noRepeats(encoder, nil, repeated) || noRepeats(encoder, nil, digits[:1000]) {
		t.Error("digits have repeats, or repeated rows have none")
	}
	if n := len(encoder.EncodeAll(digits, nil)); len(compressPage(nil, digits)) >= n {
		t.Errorf("digits take no less than %d bytes", n)
	}
}
