package stats

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"coverstat/enumerate"
)

var sampleColumns = []enumerate.Column{
	{Name: "grid", Type: enumerate.String, Role: enumerate.Key},
	{Name: "orbit_size", Type: enumerate.Int32},
	{Name: "times_seen", Type: enumerate.Int64, Role: enumerate.Weight},
	{Name: "on_edge_I5", Type: enumerate.Int32, Role: enumerate.Measured},
}

func sampleDocument(t testing.TB) *Document {
	b := enumerate.NewBatch(sampleColumns)
	for i, times := range []int64{1, 1, 1, 2, 2, 5} {
		b.AppendString(0, []byte{byte('a' + i)})
		b.AppendInt32(1, 8)
		b.AppendInt64(2, times)
		b.AppendInt32(3, int32(i%2))
	}
	a := mustNew(t, sampleColumns, enumerate.Sample)
	must(t, a.Add(b))
	return filled(a)
}

func TestCensusDocumentLooksLikeThis(t *testing.T) {
	columns := []enumerate.Column{
		{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight},
		{Name: "on_edge_I5", Type: enumerate.Int32, Role: enumerate.Measured},
	}
	a := mustNew(t, columns, enumerate.Census)
	b := enumerate.NewBatch(columns)
	for row := range 16146 {
		b.AppendInt32(0, 8)
		b.AppendInt32(1, 1)
		if row < 444 {
			b.Vectors[1].Int32s[row] = 0
		}
	}
	must(t, a.Add(b))
	effort := PublishEffort(enumerate.Effort{Nodes: 1 << 60, Solutions: 16146})
	d := filled(a)
	d.Name, d.Family, d.Complete, d.Effort = "chessboard", "polyomino", true, &effort
	d.Breakdowns = []*GroupTable{{By: []string{"a"}, RawN: Int(3)}}
	got, err := d.Encode()
	must(t, err)
	const want = `{
  "schema": 1,
  "name": "chessboard",
  "family": "polyomino",
  "job": "census",
  "complete": true,
  "solutions": {"raw": 129168, "distinct": 16146, "by_orbit_size": {"8": 16146}},
  "measures": {
    "on_edge_I5": {
      "raw": {
        "n": 129168,
        "sum": 125616,
        "min": 0,
        "max": 1,
        "mean": 0.9725009290226682,
        "median": 1,
        "entropy_bits": 0.1816904207,
        "histogram": {"0": 3552, "1": 125616}
      },
      "distinct": {
        "n": 16146,
        "sum": 15702,
        "min": 0,
        "max": 1,
        "mean": 0.9725009290226682,
        "median": 1,
        "entropy_bits": 0.1816904207,
        "histogram": {"0": 444, "1": 15702}
      }
    }
  },
  "breakdowns": [{"by": ["a"], "exact": false, "raw_n": 3, "distinct_n": 0}],
  "effort": {"nodes": "1152921504606846976", "solutions": 16146}
}
`
	if string(got) != want {
		t.Errorf("got %s", got)
	}
	if d.FromRows().Effort != nil || d.Effort == nil {
		t.Error("FromRows must leave the effort out, of its copy alone")
	}
}

// TestDocumentRoundTrip decodes and encodes again: the same bytes, for every
// kind, empty, of too many values and with breakdowns.
func TestDocumentRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	var documents []*Document
	empty := mustNew(t, censusColumns, enumerate.Census)
	full := mustNew(t, censusColumns, enumerate.Census)
	must(t, full.Add(randomBatch(r, 500)))
	many := mustNew(t, censusColumns, enumerate.Census)
	for _, g := range many.measures {
		g.limit = 10
	}
	many.Merge(full)
	cross, err := NewBreakdown(censusColumns, enumerate.Breakdown{By: []string{"crossroads", "flag"}})
	must(t, err)
	must(t, cross.Add(randomBatch(r, 100)))
	for _, d := range []*Document{filled(empty), filled(full), filled(many), sampleDocument(t)} {
		d.Name, d.Breakdowns = "<&\"\u2028", []*GroupTable{cross.Table(true)}
		d.Effort = &PublishedEffort{Nodes: BigInt(new(big.Int).Lsh(big.NewInt(1), 70))}
		documents = append(documents, d)
	}
	for i, d := range documents {
		first, err := d.Encode()
		must(t, err)
		if !json.Valid(first) {
			t.Fatalf("document %d is no JSON: %s", i, first)
		}
		back, err := Decode(first)
		must(t, err)
		second, err := back.Encode()
		must(t, err)
		if !bytes.Equal(first, second) {
			t.Errorf("document %d changed\n from %s\n to %s", i, first, second)
		}
	}
}

func TestSampleDocument(t *testing.T) {
	s := sampleDocument(t)
	if s.Samples.Drawn.Cmp(Int(12)) != 0 || s.Samples.Distinct.Cmp(Int(6)) != 0 || s.Samples.Failed != nil {
		t.Errorf("samples %+v", s.Samples)
	}
	if got := s.Samples.ByTimesSeen; got.Count(1).Cmp(Int(3)) != 0 || got.Count(2).Cmp(Int(2)) != 0 || got.Count(5).Cmp(Int(1)) != 0 {
		t.Errorf("times seen %v", got)
	}
	if got := s.Estimates.Coverage.Estimate; math.Abs(got-0.75) > 1e-12 {
		t.Errorf("coverage %v: expected 0.75", got)
	}
	// Pairs of draws of one class: 2*2 + 20, of 132.
	if got := s.Estimates.EffectiveClasses.Estimate; math.Abs(got-5.5) > 1e-12 {
		t.Errorf("effective classes %v: expected 5.5", got)
	}
	if got := s.Estimates.Measures[0].Shares[1].Share.Estimate; math.Abs(got-8.0/12) > 1e-12 {
		t.Errorf("share %v: expected 8/12", got)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"schema": 2}`, "version 2"},
		{`{"name": "x"}`, "schema"},
		{`[]`, "expected an object"},
		{`{"schema": 1, "schema": 1}`, "twice"},
		{`{"schema": 1, "solutions": {"raw": 1.5}}`, "no integer"},
		{`{"schema": 1, "solutions": {"rw": 1}}`, "rw"},
		{`{"schema": 1, "measures": {"m": {"raw": {"histogram": {"01": 1}}}}}`, "01"},
		{`{"schema": 1, "more": 1}`, "more"},
		{`{"schema": 1, "breakdowns": [null]}`, "null"},
		{`{"schema": 1, "breakdowns": [{"by": ["a"], "groups": [{"values": [1, 2]}]}]}`, "expected 1"},
		{`{"schema": 1`, "unexpected end"},
		{`{"schema": 1, "measures": {"m": {"raw": {"n": 1, "min": 1, "histogram": {"1": 1}}}}}`, "m: sum, min, max and mean"},
		{`{"schema": 1, "measures": {"m": {"raw": {"n": 1}}}}`, "no histogram"},
		{`{"schema": 1, "measures": {"m": {"raw": {"n": 2, "histogram": {"1": 1}}}}}`, "a histogram of 1, expected n, 2"},
		{`{"schema": 1, "measures": {}, "estimates": {"measures": {"m": {}}}}`, "m is no measure"},
	} {
		if _, err := Decode([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected one about %q", c.text, err, c.want)
		}
	}
}

// TestDecodeLargeCounts: counts beyond 64 bits are compared by value.
func TestDecodeLargeCounts(t *testing.T) {
	const text = `{"schema": 1, "measures": {"m": {"raw": {"n": "28379393448352629679993", "histogram": {"1": "28379393448352629679993"}},
		"distinct": {"n": 1, "histogram": {"1": 1}}}}}`
	if _, err := Decode([]byte(text)); err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"schema":1,"measures":{"m":{"raw":{"n":1,"histogram":{"1":"99999999999999999999"}}}}}`))
	f.Add([]byte(`{"schema":1,"breakdowns":[{"by":["\\\"",""],"groups":[{"values":[1,"-9223372036854775808"]}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err != nil {
			return
		}
		first, err := d.Encode()
		if err != nil {
			t.Fatalf("decoded, but not encoded: %v", err)
		}
		again, err := Decode(first)
		if err != nil {
			t.Fatalf("own output refused: %v\n%s", err, first)
		}
		second, err := again.Encode()
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("not stable (%v):\n%s\n%s", err, first, second)
		}
	})
}

func TestNumber(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"9007199254740992", "9007199254740992"},
		{`"9007199254740992"`, "9007199254740992"},
		{`"9007199254740993"`, `"9007199254740993"`},
		{"-9007199254740993", `"-9007199254740993"`},
		{`"6670903752021072936960"`, `"6670903752021072936960"`},
		{"0", "0"},
	} {
		var n Number
		must(t, json.Unmarshal([]byte(c.text), &n))
		got, err := json.Marshal(n)
		must(t, err)
		if string(got) != c.want {
			t.Errorf("%s came back as %s: expected %s", c.text, got, c.want)
		}
	}
	a := Int(math.MaxInt64).Add(Int(1))
	if a.String() != "9223372036854775808" || a.Add(Int(-1)).Cmp(Int(math.MaxInt64)) != 0 {
		t.Errorf("2^63 is %v", a)
	}
}
