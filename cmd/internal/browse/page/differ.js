// Whether two datasets differ in a measure by more than chance, as the report's
// comparison of a sample with its census says it.

// Differences are marked where their probability is below 0.001: beyond so many
// deviations of a normal distribution, one-sided.
const sure = 3.0902;

// leastExpected is the count below which cells are pooled (W. G. Cochran, Some methods
// for strengthening the common chi-square tests, 1954).
const leastExpected = 5;

// differ compares counts of the same bars: one and other are {counts, drawn}, where
// drawn says that they count independent draws, and not all there is. It reports
// whether the distributions differ: of two that are no draws, at all; otherwise by more
// than chance (chi-square, p below 0.001).
export function differ(one, other) {
  const total = (counts) => counts.reduce((a, n) => a + n, 0);
  const [n, m] = [total(one.counts), total(other.counts)];
  if (n === 0 || m === 0) return false;
  if (!one.drawn && !other.drawn) return one.counts.some((c, i) => Math.abs(c / n - other.counts[i] / m) > 1e-12);
  if (!one.drawn) return differ(other, one);
  if (!other.drawn) {
    if (one.counts.some((c, i) => c > 0 && other.counts[i] === 0)) return true;
    return improbable(one.counts.map((c, i) => ({ least: n * other.counts[i] / m, pairs: [[c, n * other.counts[i] / m]] })));
  }
  return improbable(one.counts.map((c, i) => {
    const all = c + other.counts[i], [e, f] = [all * n / (n + m), all * m / (n + m)];
    return { least: Math.min(e, f), pairs: [[c, e], [other.counts[i], f]] };
  }));
}

// improbable adds up (observed - expected)^2 / expected over the cells; those that
// expect fewer than 5 are pooled, rarest first.
function improbable(cells) {
  const left = cells.filter((c) => c.least > 0).sort((a, b) => a.least - b.least);
  while (left.length > 1 && left[0].least < leastExpected) {
    const { pairs } = left.shift();
    left[0] = { least: Math.min(...pairs.map(([, e], i) => e + left[0].pairs[i][1])), pairs: left[0].pairs.map(([o, e], i) => [o + pairs[i][0], e + pairs[i][1]]) };
  }
  const degrees = left.length - 1;
  if (degrees < 1) return false;
  const chi = left.flatMap((c) => c.pairs).reduce((sum, [o, e]) => sum + (o - e) ** 2 / e, 0);
  return deviations(chi, degrees) > sure;
}

// deviations turns a value of chi-square into one of a normal distribution, by the cube
// root (E. B. Wilson and M. M. Hilferty, The distribution of chi-square, 1931).
export function deviations(chi, degrees) {
  const v = 2 / (9 * degrees);
  return (Math.cbrt(chi / degrees) - 1 + v) / Math.sqrt(v);
}

// meanOf returns {mean, margin} of a measure: margin is half of the 95% interval of
// the mean of draws, 0 for all there is. bars without one value each give null.
export function meanOf({ counts, drawn }, bars) {
  if (bars.some((b) => !b.null && b.low !== b.high)) return null;
  let n = 0, sum = 0, squares = 0;
  bars.forEach((b, i) => {
    if (b.null) return;
    n += counts[i], sum += counts[i] * b.low, squares += counts[i] * b.low * b.low;
  });
  if (n === 0) return null;
  const mean = sum / n;
  return { mean, margin: drawn ? 1.96 * Math.sqrt(Math.max(0, squares / n - mean * mean) / n) : 0 };
}
