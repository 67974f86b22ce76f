// Choosing bars: what is written is read back as the same bars.
import assert from "node:assert/strict";
import test from "node:test";
import { chosen, expression, words } from "../page/choose.js";
import { parse } from "../page/where.js";

const bar = (low, high = low) => ({ low, high, label: low === high ? String(low) : `${low} to ${high}` });
const axis = (bars, more) => ({ name: "m", type: "int32", scale: "count", bars, ...more });
const sets = (n) => Array.from({ length: 2 ** n }, (_, k) => Array.from({ length: n }, (_, i) => i).filter((i) => k & (1 << i)));

const singles = {
  counts: axis([0, 1, 2, 3, 7].map((v) => bar(v))),
  "with missing values": axis([...[1, 2, 3].map((v) => bar(v)), { null: true, label: "undecided" }]),
  kinds: axis([0, 4, 5, 9].map((v) => bar(v)), { scale: "nominal" }),
  "yes or no": axis([bar(0), bar(1)], { type: "bool", scale: "yes_no" }),
};

for (const [name, a] of Object.entries(singles)) {
  test(`every set of bars: ${name}`, () => {
    for (const set of sets(a.bars.length)) {
      const marks = chosen(a, parse([{ name: "m", type: a.type }], expression(a, set)));
      const got = marks === null ? "all" : a.bars.map((_, i) => i).filter((i) => marks[i] === "all").join();
      assert.equal(got, set.length === 0 || set.length === a.bars.length ? "all" : set.join(), expression(a, set));
    }
  });
}

test("bars of ranges", () => {
  const a = axis([bar(0, 9), bar(10, 19), bar(20, 29), { null: true, label: "no value" }]);
  const marks = (text) => chosen(a, parse([{ name: "m", type: "int32" }], text)).join(" ");
  assert.equal(expression(a, [0, 2]), "m>=0 and m<=9 or m>=20 and m<=29");
  assert.equal(expression(a, [0, 1]), "m>=0 and m<=19");
  assert.equal(expression(a, [1]), "m>=10 and m<=19");
  assert.equal(expression(a, [3]), "m is null");
  assert.equal(expression(a, [1, 3]), "m>=10 and m<=19 or m is null");
  assert.equal(marks(expression(a, [1, 3])), "none all none all");
  assert.equal(marks("m>=0 and m<=9 or m>=20 and m<=29"), "all none all none");
  assert.equal(marks("m>=10 and m<=19"), "none all none none");
  assert.equal(marks("m>15"), "none part all none");
  assert.equal(marks("m!=15"), "all part all none");
  assert.equal(marks("m!=15 or m is null"), "all part all all");
  assert.equal(marks("m in (3, 25)"), "part none part none");
});

test("a range whose end a double does not hold", () => {
  const a = axis([bar(0), bar(2 ** 53, 2 ** 54 - 1)]);
  assert.equal(expression(a, [1]), "m>=9007199254740992 and m<18014398509481984");
});

test("words", () => {
  assert.equal(words(singles.counts, [1, 2, 3]), "1 to 3");
  assert.equal(words(singles.counts, [3, 0, 1]), "0, 1 and 3");
  assert.equal(words(singles.counts, [4]), "7");
});
