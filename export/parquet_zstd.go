package export

import (
	"sync"

	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"coverstat/export/block"
)

// useFastZstd replaces the Parquet library's zstd encoder, which is made anew
// for every page: clearing its history took a quarter of the time of writing.
// It must be called before the library is first used. The library's list of
// codecs is a global variable; the replacement changes speed and nothing else.
//
// An encoder remembers nothing between pages: a used one writes the same bytes
// as a new one. A test with a known digest checks that.
var useFastZstd = sync.OnceFunc(func() {
	original, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		panic(err) // the library has zstd built in
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err) // the options are constant
	}
	compress.RegisterCodec(compress.Codecs.Zstd, zstdCodec{original, encoder})
})

type zstdCodec struct {
	compress.Codec
	encoder *zstd.Encoder
}

func (c zstdCodec) Encode(dst, src []byte) []byte {
	if c.noRepeats(dst[:0], src) {
		return appendLiterals(dst[:0], src)
	}
	return c.encoder.EncodeAll(src, dst[:0])
}

// noRepeats reports whether a page would be no shorter with references to repeated
// strings, judged by a sample. The buffer may be overwritten.
func (c zstdCodec) noRepeats(buffer, src []byte) bool {
	const least = 16 << 10 // a shorter page takes little time
	if len(src) < least {
		return false
	}
	sample := block.AppendSample(nil, src)
	if n := s2.EstimateBlockSize(sample); n >= 0 && n < len(sample)/3 {
		return false // as in most pages of numbers; the estimate takes little time
	}
	return len(appendLiterals(buffer, sample)) <= len(c.encoder.EncodeAll(sample, buffer))
}

func (c zstdCodec) EncodeLevel(dst, src []byte, _ int) []byte { return c.Encode(dst, src) }

// CompressBound returns the room that the library makes for an encoded page, anew for each column
// of a row group. Most pages shrink to less than half; for others EncodeAll makes more room.
func (c zstdCodec) CompressBound(n int64) int64 { return n/2 + 1 }
