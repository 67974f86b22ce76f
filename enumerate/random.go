package enumerate

import "math/rand/v2"

// A Stream names random numbers. With a seed it fixes them, so whatever is random is the same on
// every machine and with every number of workers. The draws of one seed are numbered, and the
// number is the stream. Rooms that know integers alone keep a source of their own, of two numbers
// likewise: the sampler of enumerate/kernel, the solver bands of Sudoku, the estimate of packings.
type Stream uint64

// Streams that are no draws. FixedSeed goes with those on which choices rest.
const (
	PictureStream Stream = 0          // which rows a picture or a page shows
	ChoiceStream  Stream = 1          // probes and sampled sweeps that decide how to search
	ProbeStream   Stream = 0x65737469 // probes of an estimate, with the seed of the command
	TaskStream    Stream = 0x7461736b // the order in which an estimate times tasks, likewise

	FixedSeed = 1 // also of the numbered examples of a dataset without rows
	KindSeed  = 2 // of the numbered solutions among which examples of kinds are looked for
)

// Random returns the numbers of a stream.
func Random(seed uint64, of Stream) *rand.Rand { return rand.New(Source(seed, of)) }

// Source is what [Random] makes its numbers of.
func Source(seed uint64, of Stream) *rand.PCG { return rand.NewPCG(seed, uint64(of)) }

// Mix is a hash of a number: the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
