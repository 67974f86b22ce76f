// The axes of the histograms: which bars a measure has, and what they count without a
// selection. As in the report, values have bars of their own where they are few, and
// are put together in ranges that say so where they are many.
import { count } from "./dom.js";
import { isNull } from "./source.js";
import { instanceSolutions } from "./values.js";

// Bars of single values can be told apart on a phone up to maxBars. Values that are put
// together have about maxRanges.
const maxBars = 40, maxRanges = 24;

// axesOf makes an axis of each measure of a dataset that has a histogram, in the order of the
// columns; beyond 65,536 values it has none:
//
//   {name, unit, meaning, scale, type,
//    solutions,                    whether it is the number of solutions of a survey's instance
//    bars: [{low, high, label}],   ascending; the last is {null: true} if values are missing
//    raw, distinct: [...],         what each bar counts without a selection: numbers,
//                                  and texts beyond what a double holds exactly
//    ranges,                       how values were put together; "" if they were not
//    atLeast}                      value from which on values may be lower bounds; or null
/** @param {Pick<import("./source.js").Dataset, "columns" | "stats">} dataset */
export function axesOf(dataset) {
  const counted = Object.entries(dataset.stats.measures ?? {}).filter(([, measure]) => measure.raw.histogram_exact !== false);
  return counted.map(([name, measure]) => {
    const column = dataset.columns.find((c) => c.name === name) ?? { name, type: "int64" };
    return axis(column, measure, name === instanceSolutions(dataset.columns));
  });
}

function axis(column, measure, solutions) {
  const { name, type, unit = "", meaning = "" } = column;
  const scale = measure.scale ?? "count";
  const entries = bins(measure);
  const grouped = group(entries, measure, scale);
  const atLeast = measure.raw.at_least?.from ?? null;
  const out = { name, type, unit, meaning, scale, atLeast, solutions, ranges: grouped.ranges, bars: [], raw: [], distinct: [] };
  for (const b of grouped.bars) {
    out.bars.push({ low: b.low, high: b.high, label: label(b, type, scale, atLeast) });
    out.raw.push(b.raw);
    out.distinct.push(b.distinct);
  }
  if (measure.raw.nulls !== undefined) {
    out.bars.push({ null: true, label: solutions ? "undecided" : "no value" });
    out.raw.push(measure.raw.nulls);
    out.distinct.push(measure.distinct.nulls ?? 0);
  }
  return out;
}

// bins are the values of a measure, ascending.
function bins({ raw, distinct }) {
  const at = new Map();
  for (const [key, of] of [["raw", raw], ["distinct", distinct]]) {
    for (const [text, n] of Object.entries(of.histogram)) {
      if (!at.has(text)) at.set(text, { low: Number(text), high: Number(text), raw: 0, distinct: 0 });
      at.get(text)[key] = n;
    }
  }
  return [...at.values()].sort((a, b) => a.low - b.low);
}

function group(list, { raw }, scale) {
  if (list.length === 0) return { bars: [], ranges: "" };
  const low = list[0].low, high = list.at(-1).high;
  if (list.length === 1) return { bars: list, ranges: "" };
  // All differences of values are multiples of this number. If ranges were as long as no
  // multiple of it, some would hold more values than others.
  const apart = list.reduce((step, x) => divisor(x.low - low, step), 0) || 1;
  if ((high - low) / apart < maxBars && scale !== "nominal") {
    return { bars: join(list, (v) => [v, v + apart - 1]).map((b) => ({ ...b, high: b.low })), ranges: "" };
  }
  if (list.length <= (scale === "nominal" ? maxRanges : maxRanges / 2)) return { bars: list, ranges: "" };
  if (low >= 0 && high > 12 * (Number(raw.median ?? 0) + 1)) return { bars: join(list, doubling), ranges: "in ranges that double" };
  const step = apart * niceStep(Math.floor((high - low) / apart / (maxRanges - 4)) + 1);
  const bars = join(list, (v) => {
    const from = Math.floor(v / step) * step;
    return [from, from + step - 1];
  });
  return { bars, ranges: `in ranges of ${count(step)}` };
}

// divisor returns the greatest common divisor of two numbers.
const divisor = (a, b) => (a === 0 ? b : divisor(b % a, a));

// join adds up what lies in one range. A range between others in which nothing lies
// becomes an empty bar.
function join(list, rangeOf) {
  const bars = [];
  for (const x of list) {
    const [low, high] = rangeOf(x.low);
    for (let last = bars.at(-1); last && last.high + 1 < low; last = bars.at(-1)) {
      const [from, to] = rangeOf(last.high + 1);
      bars.push({ low: from, high: to, raw: 0, distinct: 0 });
    }
    if (bars.at(-1)?.low !== low) bars.push({ low, high, raw: 0, distinct: 0 });
    addTo(bars.at(-1), x);
  }
  return bars;
}

function addTo(bar, x) {
  bar.raw = sum(bar.raw, x.raw);
  bar.distinct = sum(bar.distinct, x.distinct);
}

// sum adds counts, which are texts where a double does not hold them exactly.
function sum(a, b) {
  const n = Number(a) + Number(b);
  return Number.isSafeInteger(n) ? n : String(BigInt(a) + BigInt(b));
}

// doubling returns the range of a value among 0, 1, 2-3, 4-7, 8-15, ...
function doubling(v) {
  if (v < 2) return [v, v];
  let low = 2;
  while (low * 2 <= v) low *= 2;
  return [low, 2 * low - 1];
}

function niceStep(n) {
  for (let p = 1; ; p *= 10) {
    for (const k of [1, 2, 5]) if (k * p >= n) return k * p;
  }
}

function label({ low, high }, type, scale, atLeast) {
  if (type === "bool" || scale === "yes_no") return low === 0 ? "no" : "yes";
  if (atLeast !== null && low === high && low >= atLeast) return `${count(low)} or more`;
  return low === high ? count(low) : `${count(low)} to ${count(high)}`;
}

// barsOf returns the number of the bar of each value. A value that stats.json does not
// know is an error: the files do not belong together.
export function barsOf({ name, bars }, values) {
  const n = bars.at(-1)?.null ? bars.length - 1 : bars.length;
  const missing = bars.length > n ? n : none;
  const find = finder(bars.slice(0, n));
  const out = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    out[i] = isNull(values[i]) ? missing : find(values[i]);
    if (out[i] === none) throw new Error(`${name}: a row has the value ${values[i]}, which stats.json does not have: the dataset is damaged`);
  }
  return out;
}

const none = 65535;

function finder(bars) {
  if (bars.length === 0) return () => none;
  const first = bars[0].low, span = bars.at(-1).high - first;
  if (span < 1 << 16) {
    const table = new Uint16Array(span + 1).fill(none);
    bars.forEach((b, k) => table.fill(k, b.low - first, b.high - first + 1));
    return (v) => table[v - first] ?? none;
  }
  return (v) => {
    let low = 0, high = bars.length - 1; // the last bar that begins at the value or below it
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (bars[middle].low <= v) low = middle;
      else high = middle - 1;
    }
    return bars[low].low <= v && v <= bars[low].high ? low : none;
  };
}
