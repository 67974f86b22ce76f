// Axes: bars hold all that stats.json counts, and each value has one bar.
import assert from "node:assert/strict";
import test from "node:test";
import { axesOf, barsOf } from "../page/axes.js";

// dataset has one measure with these counts by value.
function dataset(histogram, more = {}, column = {}) {
  const of = { median: 0, histogram, ...more };
  return { columns: [{ name: "m", type: "int32", ...column }], stats: { measures: { m: { scale: more.scale, raw: of, distinct: of } } } };
}

const total = (list) => list.reduce((a, n) => a + Number(n), 0);

const shapes = {
  "few values": dataset({ 0: 3, 1: 4, 5: 6 }),
  "negative values": dataset({ "-7": 1, "-1": 2, 0: 3, 40: 4, 41: 1, 50: 1, 60: 1, 61: 1, 62: 1, 63: 1, 64: 1, 65: 1, 66: 1 }, { median: 30 }),
  "values far apart": dataset({ 1: 1, 1000: 2, 1000000: 3 }),
  "a long tail": dataset(Object.fromEntries(Array.from({ length: 400 }, (_, i) => [i * i, 400 - i])), { median: 3 }),
  "an even spread": dataset(Object.fromEntries(Array.from({ length: 400 }, (_, i) => [1000 + 3 * i, 5])), { median: 1600 }),
  "one value": dataset({ 4: 9 }),
  "no value": dataset({}, { nulls: 7 }),
  "missing values": dataset({ 1: 2, 2: 5 }, { nulls: 3 }),
  kinds: dataset({ 0: 2, 7: 5, 90: 1 }, { scale: "nominal" }),
  "many kinds": dataset(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [i, i + 1])), { scale: "nominal" }),
  "yes or no": dataset({ 0: 2, 1: 5 }, { scale: "yes_no" }, { type: "bool" }),
};

for (const [name, data] of Object.entries(shapes)) {
  test(name, () => {
    const [axis] = axesOf(data);
    const { histogram, nulls = 0 } = data.stats.measures.m.raw;
    assert.ok(axis.bars.length <= 41, `${axis.bars.length} bars`);
    assert.equal(total(axis.raw), total(Object.values(histogram)) + nulls);
    axis.bars.forEach((b, i) => assert.ok(i === 0 || b.null || axis.bars[i - 1].high < b.low, "bars ascend"));
    const counts = axis.bars.map(() => 0);
    const values = Object.keys(histogram).map(Number).sort((a, b) => a - b);
    barsOf(axis, Float64Array.from(values)).forEach((b, i) => { counts[b] += histogram[values[i]]; });
    if (nulls) counts[barsOf(axis, [NaN])[0]] += nulls;
    assert.deepEqual(counts, axis.raw.map(Number));
  });
}

test("bars have no false shape", () => {
  for (const apart of [1, 2, 3, 7, 1000]) {
    for (const n of [2, 22, 40, 41, 55, 200]) {
      const [axis] = axesOf(dataset(Object.fromEntries(Array.from({ length: n }, (_, i) => [5 + apart * i, 6])), { median: 5 + apart * n / 2 }));
      if (n <= 40) assert.equal(axis.bars.length, n);
      assert.equal(new Set(axis.raw.slice(1, -1)).size <= 1, true, `${n} values ${apart} apart: ${axis.raw}`);
    }
  }
});

test("no axis where there are too many values", () => {
  const of = { min: 0, max: 500000, histogram_exact: false };
  assert.deepEqual(axesOf({ columns: [{ name: "m", type: "int64" }], stats: { measures: { m: { raw: of, distinct: of } } } }), []);
});

test("values that may be lower bounds say so", () => {
  const [axis] = axesOf(dataset({ 0: 3, 1: 4, 2: 6 }, { at_least: { n: 6, from: 2 } }));
  assert.deepEqual(axis.bars.map((b) => b.label), ["0", "1", "2 or more"]);
});

test("counts beyond what a double holds stay exact", () => {
  const [axis] = axesOf(dataset({ 0: "9007199254740993", 1: 5, 100: "9007199254740993", 101: 2, ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [40 + i, 1])) }, { median: 50 }));
  assert.equal(axis.raw[0], "9007199254740998");
  assert.equal(axis.raw.at(-1), "9007199254740995");
});

test("a value that stats.json does not know is an error", () => {
  const [axis] = axesOf(shapes["few values"]);
  assert.throws(() => barsOf(axis, [6]), /m: a row has the value 6, which stats.json does not have/);
  assert.throws(() => barsOf(axis, [NaN]), /stats.json does not have/);
});
