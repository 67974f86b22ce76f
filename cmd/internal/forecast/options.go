package forecast

import (
	"context"
	"math/big"
	"slices"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/stats"
)

// CountOptions counts the solutions of a study, and those with each option, in the ways of [Count]. The table is
// tables/options with two columns more: raw, the number of solutions with the option, which is digits where 64 bits do
// not suffice, and share, raw of all solutions.
func CountOptions(ctx context.Context, s *study.Study,
	workers int) (all stats.Number, table *enumerate.Batch, err error) {
	options, err := s.Options()
	if err != nil {
		return all, nil, err
	}
	methods, _, err := s.MethodsFor(enumerate.Question{Uses: true})
	if err != nil {
		return all, nil, err
	}
	_, totals, _, err := answer(ctx, s, methods, workers)
	if err != nil {
		return all, nil, err
	}
	return stats.BigInt(totals.Raw), withUses(options, totals), nil
}

// withUses returns a table of options with the columns raw and share.
func withUses(options *enumerate.Batch, totals *enumerate.Totals) *enumerate.Batch {
	raw := enumerate.Column{Name: "raw", Type: enumerate.Int64, Meaning: "solutions with the option", Unit: "solutions"}
	if !totals.Raw.IsInt64() {
		raw.Type = enumerate.String
	}
	b := enumerate.NewBatch(append(slices.Clone(options.Columns), raw,
		enumerate.Column{Name: "share", Type: enumerate.Double, Meaning: "raw, of all solutions"}))
	copy(b.Vectors, options.Vectors)
	for _, uses := range totals.Uses {
		share := 0.0
		if totals.Raw.Sign() > 0 {
			share, _ = new(big.Rat).SetFrac(uses, totals.Raw).Float64()
		}
		b.AppendValues(len(options.Columns), uses, share)
	}
	return b
}
