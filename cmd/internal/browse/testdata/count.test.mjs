// Counting under a selection, against an independent count: each histogram by itself,
// row by row, from the rows that meet the conditions on all other columns.
import assert from "node:assert/strict";
import test from "node:test";
import { axesOf } from "../page/axes.js";
import { needless, newTotals, pass, prepare } from "../page/count.js";
import { jointOf } from "../page/source.js";
import { parse } from "../page/where.js";

const rows = 2000;
let seed = 7;
const random = (n) => {
  seed = (seed * 48271) % 2147483647;
  return seed % n;
};

const columns = [
  { name: "a", type: "int32" }, { name: "b", type: "int32" }, { name: "c", type: "int64" }, { name: "d", type: "bool" },
  { name: "piece", type: "int32" }, { name: "text", type: "string" }, { name: "mask", type: "int64" },
];
const data = {
  a: Int32Array.from({ length: rows }, () => random(6)),
  b: Float64Array.from({ length: rows }, () => (random(10) === 0 ? NaN : random(4))),
  c: Float64Array.from({ length: rows }, () => random(40) ** 3),
  d: Float64Array.from({ length: rows }, () => random(2)),
  piece: Int32Array.from({ length: rows }, () => random(300)),
  text: Array.from({ length: rows }, () => ["search", "logic", null][random(3)]),
  mask: Array.from({ length: rows }, () => [3, 2n ** 60n, 2n ** 60n + 1n][random(3)]),
};
const weights = Int32Array.from({ length: rows }, () => [1, 2, 4, 8][random(4)]);
const measures = ["a", "b", "c", "d"];

// what the tests know of the language: a condition as a function of a value, or of the
// number of a row.
const cases = {
  "": [],
  "a=3": [["a", (v) => v === 3]],
  "a>=1 and a<=3": [["a", (v) => v >= 1], ["a", (v) => v <= 3]],
  "a in (0, 5) and b!=2": [["a", (v) => v === 0 || v === 5], ["b", (v) => v < 2 || v > 2]],
  "a in (0, 5) and (b!=2 or b is null)": [["a", (v) => v === 0 || v === 5], ["b", (v) => v !== 2]],
  "(a=3 or b=2) and c<=27": [[null, (i) => data.a[i] === 3 || data.b[i] === 2], ["c", (v) => v <= 27]],
  "b is null or piece<100 and d=true": [[null, (i) => Number.isNaN(data.b[i]) || data.piece[i] < 100 && data.d[i] === 1]],
  "a=1 or a=4 or (a>1 and a<3)": [["a", (v) => [1, 2, 4].includes(v)]],
  "b is null and c>1000": [["b", (v) => Number.isNaN(v)], ["c", (v) => v > 1000]],
  "d=true and piece<100 and c<=27": [["d", (v) => v === 1], ["piece", (v) => v < 100], ["c", (v) => v <= 27]],
  "text=search and a!=0": [["text", (v) => v === "search"], ["a", (v) => v !== 0]],
  "mask=1152921504606846977 and a<2": [["mask", (v) => v === 2n ** 60n + 1n], ["a", (v) => v < 2]],
  "a>1.5": [["a", (v) => v >= 2]],
  "a=9": [["a", () => false]],
};

function statistics() {
  const out = {};
  for (const m of measures) {
    const of = (weigh) => {
      const histogram = {};
      let nulls = 0;
      data[m].forEach((v, i) => {
        if (Number.isNaN(v)) nulls += weigh(i);
        else histogram[v] = (histogram[v] ?? 0) + weigh(i);
      });
      return nulls ? { histogram, nulls, median: 3 } : { histogram, median: 3 };
    };
    out[m] = { raw: of((i) => weights[i]), distinct: of(() => 1) };
  }
  return out;
}

const axes = axesOf({ columns, stats: { measures: statistics() } });

const inBar = (bar, v) => (bar.null ? Number.isNaN(v) : bar.low <= v && v <= bar.high);

function naive(conditions) {
  const all = Array.from({ length: rows }, (_, i) => i);
  const meets = (except) => all.filter((i) => conditions.every(([column, f]) => (column === null ? f(i) : column === except || f(data[column][i]))));
  const sum = (list) => list.reduce((n, i) => n + weights[i], 0);
  const bars = {};
  for (const { name, bars: list } of axes) {
    const mine = meets(name);
    const at = list.map((bar) => mine.filter((i) => inBar(bar, data[name][i])));
    bars[name] = { raw: at.map(sum), distinct: at.map((x) => x.length) };
  }
  return { raw: sum(meets()), distinct: meets().length, bars };
}

const plain = ({ raw, distinct, bars }) => ({
  raw, distinct, bars: Object.fromEntries(Object.entries(bars).map(([k, v]) => [k, { raw: [...v.raw], distinct: [...v.distinct] }])),
});

for (const [where, conditions] of Object.entries(cases)) {
  test(`rows where ${where || "(all)"}`, () => {
    const totals = newTotals(axes, ["raw", "distinct"]);
    for (let from = 0; from < rows; from += 700) { // as row groups come
      const cut = Object.fromEntries(Object.entries(data).map(([k, v]) => [k, v.slice(from, from + 700)]));
      pass(axes, parse(columns, where), prepare(axes, cut.a.length, cut, { raw: weights.slice(from, from + 700), distinct: null }), totals);
    }
    assert.deepEqual(plain(totals), naive(conditions));
  });
  if (conditions.every(([column]) => measures.includes(column)) || where.startsWith("(a=3")) {
    test(`joint histogram where ${where || "(all)"}`, () => {
      const joint = new Map();
      for (let i = 0; i < rows; i++) {
        const values = measures.map((m) => data[m][i]), key = values.join();
        const at = joint.get(key) ?? { values, raw: 0, distinct: 0 };
        at.raw += weights[i];
        at.distinct++;
        joint.set(key, at);
      }
      const list = [...joint.values()];
      const table = Object.fromEntries(measures.map((m, k) => [m, Float64Array.from(list, (x) => x.values[k])]));
      const totals = newTotals(axes, ["raw", "distinct"]);
      pass(axes, parse(columns, where), prepare(axes, list.length, table, { raw: list.map((x) => x.raw), distinct: list.map((x) => x.distinct) }), totals);
      assert.deepEqual(plain(totals), naive(conditions));
    });
  }
}

test("a row group is left out only if it counts in no histogram", () => {
  const range = (name) => ({ a: { low: 0, high: 1 }, c: { low: 10, high: 20 }, piece: { low: 0, high: 5 } })[name] ?? null;
  const skip = (where) => needless(axes, parse(columns, where), range);
  assert.equal(skip("a=5"), false, "it counts in the histogram of a");
  assert.equal(skip("a=5 and a=4"), false);
  assert.equal(skip("a=5 and c>100"), true, "it fails conditions on two measures");
  assert.equal(skip("piece=9"), true, "no histogram shows what other pieces give");
  assert.equal(skip("text=x and d=true"), false, "nothing is known of these");
  assert.equal(skip("a=5 or c>100"), true, "no histogram shows what another choice of two measures gives");
  assert.equal(skip("a=5 or c>15"), false);
  assert.equal(skip("a=5 or a=4"), false, "it counts in the histogram of a");
});

test("without rows, the histogram of a single measure answers", () => {
  const only = { raw: { histogram: { 0: 5, 2: "9007199254740993" }, median: 2 }, distinct: { histogram: { 0: 1, 2: 7 } } };
  const one = [{ name: "a", type: "int32" }], axes = axesOf({ columns: one, stats: { measures: { a: only } } });
  const { rows, values } = jointOf("a", only), totals = newTotals(axes, ["raw", "distinct"]);
  pass(axes, parse(one, "a<2"), prepare(axes, rows, values, { raw: values.raw, distinct: values.distinct }), totals);
  assert.deepEqual([totals.raw, totals.distinct], [5, 1]);
});
