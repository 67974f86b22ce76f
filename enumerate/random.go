package enumerate

import "math/rand/v2"

// A Stream names random numbers. With a seed it fixes them, so whatever is random is the same on
// every machine and with every number of workers. The draws of one seed are numbered, and the
// number is the stream. Packages that do not know this one, and those that draw from sweeps and by
// kernels, make their numbers in the same way, of a seed and a stream.
type Stream uint64

// Streams that are no draws. FixedSeed goes with those on which choices rest.
const (
	PictureStream Stream = 0          // which rows a picture or a page shows
	ChoiceStream  Stream = 1          // probes and sampled sweeps that decide how to search
	ProbeStream   Stream = 0x65737469 // probes of an estimate, with the seed of the command
	TaskStream    Stream = 0x7461736b // the order in which an estimate times tasks, likewise

	FixedSeed = 1
)

// Random returns the numbers of a stream.
func Random(seed uint64, of Stream) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(of))) }

// Mix is a hash of a number: the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
