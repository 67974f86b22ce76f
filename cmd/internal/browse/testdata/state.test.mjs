// The state of the page and its address.
import assert from "node:assert/strict";
import test from "node:test";
import { read, write } from "../page/state.js";

test("an address is read as it was written", () => {
  const state = { ...read(""), d: 2, where: "a>=3 and t='x & y #é'", weight: "distinct", order: "-solutions", page: 7, row: 12 };
  assert.deepEqual(read(write(state)), state);
});

test("what is as usual is left out", () => {
  assert.equal(write(read("")), "#d=0");
  assert.equal(write(read("#d=1&page=2")), "#d=1&page=2");
});

test("what is not understood is left out", () => {
  assert.deepEqual(read("#d=x&weight=heavy&page=-1&row=1e3&__proto__=1&toString=2"), read(""));
});
