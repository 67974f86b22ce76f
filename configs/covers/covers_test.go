package covers

import (
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	for args, want := range map[string]string{
		"transversals 2": "| transversals-2: rows r, columns c, values v of the cyclic Latin square\nr0 r1 c0 c1 v0 v1 \nr0 c0 v0\nr0 c1 v1\nr1 c0 v1\nr1 c1 v0\n",
		"tetraskews 1 3": "| tetraskews-1x3: pieces t, cells p\nt0 t1 t2 t3 t4 t5 t6 t7 t8 t9 p0.0 p1.0 p2.0\n\n",
		"queens 0":       `error: queens "0": expected a number from 1 to 200`,
		"tetraskews 2":   "error: expected one of queens N, langford N, latin N, transversals N, sts N, squares N, tetraskews N N, cube-facade, w-facade, x-facade",
	} {
		var out strings.Builder
		err := Write(&out, strings.Fields(args), false)
		got := out.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != want {
			t.Errorf("%s: got\n%s\nexpected\n%s", args, got, want)
		}
	}
}
