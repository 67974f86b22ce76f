package export

import (
	"encoding/binary"
	"sync"

	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/zstd"
)

// useFastZstd replaces the Parquet library's zstd encoder, which is made anew
// for every page: clearing its history took a quarter of the time of writing.
// It must be called before the library is first used. The library's list of
// codecs is a global variable; the replacement changes speed and nothing else.
//
// The level is the fastest. A run over 400,000 Sudokus takes 2.7 s of CPU with
// it and 3.5 with the default level, and its rows differ by 1% in size; rows of
// tilings come out 3 to 5% larger than by the default level, surveys of boards
// and nonograms 12 to 15%.
//
// An encoder remembers nothing between pages: a used one writes the same bytes
// as a new one. A test with a known digest checks that.
var useFastZstd = sync.OnceFunc(func() {
	original, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		panic(err) // the library has zstd built in
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err) // the options are constant
	}
	compress.RegisterCodec(compress.Codecs.Zstd, &zstdCodec{Codec: original, encoder: encoder})
})

type zstdCodec struct {
	compress.Codec
	encoder  *zstd.Encoder
	huffmans sync.Pool // of *huff0.Scratch
}

// sampled is the number of bytes of a page of which it is tried what makes them shorter.
const sampled = 1 << 14

// Encode compresses a page. Boards of Sudokus have no repetitions but short ones, which
// zstd replaces by references to places that take more bits than the characters: the
// characters alone, each in as many bits as its frequency asks for, take less space and
// less than a third of the time. Pages of tilings stay as they are by zstd, byte for byte.
func (c *zstdCodec) Encode(dst, src []byte) []byte {
	huffman, ok := c.huffmans.Get().(*huff0.Scratch)
	if !ok {
		huffman = &huff0.Scratch{Reuse: huff0.ReusePolicyNone}
	}
	defer c.huffmans.Put(huffman)
	sample := src[:min(len(src), sampled)]
	dst = appendLiterals(dst[:0], sample, huffman)
	if n := len(dst); n < len(c.encoder.EncodeAll(sample, dst))-n {
		return appendLiterals(dst[:0], src, huffman)
	}
	return c.encoder.EncodeAll(src, dst[:0])
}

// EncodeLevel is Encode: there is one level.
func (c *zstdCodec) EncodeLevel(dst, src []byte, _ int) []byte { return c.Encode(dst, src) }

// appendLiterals appends a zstd frame (RFC 8878) whose blocks have literals and no
// sequences, that is, references to what came before.
func appendLiterals(dst, src []byte, huffman *huff0.Scratch) []byte {
	const (
		blockSize       = 1 << 17 // the greatest
		raw, compressed = 0 << 1, 2 << 1
		fourStreams     = 2 | 3<<2 // of compressed literals, with both sizes in 18 bits
		sizeInFourBytes = 0xa0     // the size of the content; no window, no checksum
	)
	dst = append(dst, 0x28, 0xb5, 0x2f, 0xfd, sizeInFourBytes)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(src)))
	for last := 0; last == 0; {
		block := src[:min(len(src), blockSize)]
		if src = src[len(block):]; len(src) == 0 {
			last = 1
		}
		literals, _, err := huff0.Compress4X(block, huffman)
		if err != nil || len(literals)+6 > len(block) {
			dst = append(appendUint24(dst, last|raw|len(block)<<3), block...)
			continue
		}
		dst = appendUint24(dst, last|compressed|(5+len(literals)+1)<<3)
		sizes := fourStreams | uint64(len(block))<<4 | uint64(len(literals))<<22
		dst = append(binary.LittleEndian.AppendUint32(dst, uint32(sizes)), byte(sizes>>32))
		dst = append(append(dst, literals...), 0) // no sequences
	}
	return dst
}

func appendUint24(dst []byte, x int) []byte { return append(dst, byte(x), byte(x>>8), byte(x>>16)) }
