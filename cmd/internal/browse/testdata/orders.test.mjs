import assert from "node:assert/strict";
import { test } from "node:test";
import { firstOrder, Least, permutation } from "../page/orders.js";

test("a permutation visits each row once, and knows its inverse", () => {
  for (const n of [1, 2, 3, 24, 372, 16146]) {
    for (const seed of [0, 1, 4294967295]) {
      const p = permutation(n, seed), seen = new Uint8Array(n);
      for (let row = 0; row < n; row++) {
        const key = p.key(row);
        assert.ok(key >= 0 && key < n && seen[key] === 0, `${n} rows, seed ${seed}: row ${row} has key ${key}`);
        seen[key] = 1;
        assert.equal(p.row(key), row);
      }
    }
  }
  const big = permutation(10 ** 10, 7);
  for (const row of [0, 1, 2 ** 31, 2 ** 32 + 5, 10 ** 10 - 1]) assert.equal(big.row(big.key(row)), row);
});

test("the first rows of many seeds are spread over all rows", () => {
  const counts = new Array(10).fill(0);
  for (let seed = 0; seed < 2000; seed++) counts[Math.floor(permutation(1000, seed).row(0) / 100)]++;
  for (const c of counts) assert.ok(c > 140 && c < 260, `of 2,000 first rows ${counts} fall into each tenth`);
  // Two rows follow one another no more often than by chance.
  let neighbours = 0;
  for (let seed = 0; seed < 2000; seed++) {
    const p = permutation(1000, seed);
    if (Math.abs(p.row(0) - p.row(1)) === 1) neighbours++;
  }
  assert.ok(neighbours < 20, `${neighbours} of 2,000 pairs are neighbours`);
});

test("the least of many rows are those that sorting all would give", () => {
  const values = Array.from({ length: 20000 }, (_, i) => i % 7 === 0 ? null : (i * 7919) % 1000);
  for (const descending of [false, true]) {
    const least = new Least(50, descending);
    values.forEach((v, row) => least.offer(v, row));
    const sorted = values.map((v, row) => [v, row]).filter(([v]) => v !== null)
      .sort((a, b) => (descending ? b[0] - a[0] : a[0] - b[0]) || a[1] - b[1]);
    assert.deepEqual(least.rows(), sorted.slice(0, 50).map(([, row]) => row));
    assert.equal(least.offered, 20000);
  }
});

test("nulls come last in either direction, and integers beyond 2^53 are told apart", () => {
  for (const descending of [false, true]) {
    const least = new Least(10, descending);
    [null, 2n ** 60n + 1n, 2n ** 60n, null, 3n].forEach((v, row) => least.offer(v, row));
    assert.deepEqual(least.rows(), descending ? [1, 2, 4, 0, 3] : [4, 2, 1, 0, 3]);
  }
});

test("sets with a solution come first, and rows of samples at random", () => {
  const columns = [{ name: "solutions_distinct" }, { name: "solutions" }];
  assert.equal(firstOrder({ manifest: { job: "survey" }, tables: { chosen: {} }, columns }), "solvable");
  assert.equal(firstOrder({ manifest: { job: "survey" }, tables: {}, columns }), "row");
  assert.equal(firstOrder({ manifest: { job: "sample" }, tables: {}, columns: [] }), "random");
});
