package export

import (
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"coverstat/export/block"
)

// zstdEncoders are shared by all writers. An encoder remembers nothing between pages: a used one writes the same bytes
// as a new one. Each has one room of 4 MB for what a page refers back to.
var zstdEncoders = sync.Pool{New: func() any {
	encoder, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false),
		zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // the options are constant
	}
	return encoder
}}

// compressPage appends a page to dst, which is empty, as a frame of zstd.
func compressPage(dst, page []byte) []byte {
	encoder := zstdEncoders.Get().(*zstd.Encoder)
	defer zstdEncoders.Put(encoder)
	if noRepeats(encoder, dst, page) {
		return appendLiterals(dst, page)
	}
	return encoder.EncodeAll(page, dst)
}

// noRepeats reports whether a page would be no shorter with references to repeated
// strings, judged by a sample. The buffer may be overwritten.
func noRepeats(encoder *zstd.Encoder, buffer, src []byte) bool {
	const least = 16 << 10 // a shorter page takes little time
	if len(src) < least {
		return false
	}
	sample := block.AppendSample(nil, src)
	if n := s2.EstimateBlockSize(sample); n >= 0 && n < len(sample)/3 {
		return false // as in most pages of numbers; the estimate takes little time
	}
	return len(appendLiterals(buffer, sample)) <= len(encoder.EncodeAll(sample, buffer))
}

// huffmanCoders are shared by all writers, because each takes some kilobytes.
var huffmanCoders = sync.Pool{New: func() any {
	return &huff0.Scratch{Reuse: huff0.ReusePolicyNone} // a page's bytes depend on the page alone
}}

// appendLiterals appends data to dst as a frame of zstd without references to repeated strings:
// each block of it is a Huffman code alone. RFC 8878, section 3.1.1, describes the format.
func appendLiterals(dst, data []byte) []byte {
	const (
		magic       = 0xFD2FB528
		descriptor  = 0x80   // the length of the data follows in 4 bytes
		window      = 7 << 3 // 128 KiB
		blockLength = 128 << 10
		lastBlock   = 1
		raw         = 0 << 1 // type of a block, above the bit for the last one
		compressed  = 2 << 1
		fourStreams = 2 | 3<<2 // a section of literals with a code of its own; its lengths have 18 bits each
	)
	coder := huffmanCoders.Get().(*huff0.Scratch)
	defer huffmanCoders.Put(coder)
	dst = binary.LittleEndian.AppendUint32(dst, magic)
	dst = append(dst, descriptor, window)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(data)))
	for last := uint32(0); last == 0; {
		n := min(len(data), blockLength)
		if n == len(data) {
			last = lastBlock
		}
		literals, _, err := huff0.Compress4X(data[:n], coder)
		const around = 5 + 1 // the section's header, and that no sequences follow it
		if size := len(literals) + around; err == nil && size < n {
			dst = append24(dst, last|compressed|uint32(size)<<3)
			header := fourStreams | uint64(n)<<4 | uint64(len(literals))<<22
			dst = append(binary.LittleEndian.AppendUint32(dst, uint32(header)), byte(header>>32))
			dst = append(dst, literals...)
			dst = append(dst, 0)
		} else { // it would not become shorter
			dst = append24(dst, last|raw|uint32(n)<<3)
			dst = append(dst, data[:n]...)
		}
		data = data[n:]
	}
	return dst
}

func append24(dst []byte, x uint32) []byte { return append(dst, byte(x), byte(x>>8), byte(x>>16)) }
