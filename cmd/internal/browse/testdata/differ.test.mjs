import assert from "node:assert/strict";
import { test } from "node:test";
import { deviations, differ, meanOf } from "../page/differ.js";

test("the cube root gives the probabilities of chi-square", () => {
  // 99.9% quantiles of chi-square (scipy.stats.chi2.ppf).
  for (const [degrees, chi] of [[1, 10.828], [2, 13.816], [5, 20.515], [10, 29.588], [30, 59.703], [100, 149.449]]) {
    assert.ok(Math.abs(deviations(chi, degrees) - 3.09) < 0.12, `${degrees} degrees: ${deviations(chi, degrees)}`);
  }
});

// Crossroads of all tilings of the chessboard by the pentominoes and the square.
const census = { counts: [25136, 52736, 37480, 11504, 2256, 56], drawn: false };

test("uniform draws do not differ from the census, others do", () => {
  assert.equal(differ({ counts: [389, 816, 581, 178, 35, 1], drawn: true }, census), false);
  assert.equal(differ(census, { counts: [460, 816, 510, 178, 35, 1], drawn: true }), true);
});

test("a value that the census does not have is no chance", () => {
  assert.equal(differ({ counts: [500, 1], drawn: true }, { counts: [1000, 0], drawn: false }), true);
});

test("two censuses differ if a share does, two samples if chance does not explain it", () => {
  assert.equal(differ(census, { ...census, counts: census.counts.map((c) => c / 8) }), false);
  assert.equal(differ(census, { ...census, counts: [25135, 52737, 37480, 11504, 2256, 56] }), true);
  assert.equal(differ({ counts: [100, 120], drawn: true }, { counts: [110, 105], drawn: true }), false);
  assert.equal(differ({ counts: [1000, 1200], drawn: true }, { counts: [1300, 905], drawn: true }), true);
  assert.equal(differ({ counts: [0, 0], drawn: true }, census), false);
});

test("means have a margin where they are means of draws", () => {
  const bars = [{ low: 0, high: 0 }, { low: 1, high: 1 }, { null: true }];
  assert.deepEqual(meanOf({ counts: [1, 3, 5], drawn: false }, bars), { mean: 0.75, margin: 0 });
  assert.ok(Math.abs(meanOf({ counts: [2500, 7500, 0], drawn: true }, bars).margin - 1.96 * Math.sqrt(0.75 * 0.25 / 10000)) < 1e-9);
  assert.equal(meanOf({ counts: [1], drawn: false }, [{ low: 2, high: 3 }]), null);
});
