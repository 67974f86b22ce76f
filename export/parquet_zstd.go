package export

import (
	"sync"

	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/klauspost/compress/zstd"
)

// ourZstd puts our zstd in the place of the Parquet library's, which makes a
// new encoder for every page: clearing its history took a quarter of all the
// time of writing. It is called before the library is first used. The
// library's list of codecs is a global variable, so this is the one thing here
// that is not contained in a value; it changes speed and nothing else.
//
// The level is the library's default one: on rows of tilings a quarter smaller
// than the fastest for a twentieth more time; the next better one is another
// fifth smaller for a tenth more.
//
// An encoder does not remember what it has encoded: pages come out the same
// from a used one as from a new one, which a test with known digests holds to
// account.
var ourZstd = sync.OnceFunc(func() {
	original, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		panic(err) // the library has zstd built in
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		panic(err) // the options are constant
	}
	compress.RegisterCodec(compress.Codecs.Zstd, zstdCodec{original, encoder})
})

type zstdCodec struct {
	compress.Codec
	encoder *zstd.Encoder
}

func (c zstdCodec) Encode(dst, src []byte) []byte { return c.encoder.EncodeAll(src, dst[:0]) }

func (c zstdCodec) EncodeLevel(dst, src []byte, _ int) []byte { return c.Encode(dst, src) }
