// The page's reader of --where, against the cases that the program's reader has in its
// tests: both must accept, refuse and match the same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { excludes, parse, test as meets, testRow, write, writeName } from "../page/where.js";

const { columns, cases } = JSON.parse(readFileSync(new URL("../../show/testdata/where.json", import.meta.url)));

// value brings a value of the file into the form that source.js gives it.
function value(v, type) {
  if (v === null) return type === "string" ? null : NaN;
  if (type === "int64") return Number.isSafeInteger(Number(v)) ? Number(v) : BigInt(v);
  return type === "bool" ? Number(v) : v;
}

const values = Object.fromEntries(columns.map(({ name, type, values }) => [name, values.map((v) => value(v, type))]));
const rows = (conditions) => columns[0].values.map((_, i) => i).filter((i) => conditions.every((c) => testRow(c)(values, i)));

test("the shared cases", async (t) => {
  assert.ok(cases.length > 40);
  for (const c of cases) {
    await t.test(c.where, () => {
      if (c.error) {
        assert.throws(() => parse(columns, c.where), { message: c.error });
        return;
      }
      const conditions = parse(columns, c.where);
      assert.deepEqual(rows(conditions), c.rows);
      assert.deepEqual(rows(parse(columns, write(conditions))), c.rows, "write is the inverse of parse");
    });
  }
});

test("a row group is left out only if none of its values can match", () => {
  const column = [{ name: "a", type: "int32" }];
  for (const text of ["a=3", "a!=3", "a<3", "a<=3", "a>3", "a>=3", "a in (1, 5)", "a is null", "a is not null", "a=2 or a is null", "a=2.5", "a<2 or (a>3 and a<=5)"]) {
    const [c] = parse(column, text);
    for (let low = 0; low < 7; low++) {
      for (let high = low; high < 7; high++) {
        for (const nulls of [false, true]) {
          const values = Array.from({ length: high - low + 1 }, (_, i) => low + i).concat(nulls ? [NaN] : []);
          const some = values.some(meets(c));
          if (some) assert.equal(excludes(c, () => ({ low, high, nulls })), false, `${text} in ${low} to ${high}, nulls ${nulls}`);
          if (!some && low === high && !nulls) assert.equal(excludes(c, () => ({ low, high, nulls })), true, `${text} in ${low}`);
        }
      }
    }
  }
  assert.equal(excludes(parse(column, "a=3")[0], () => null), false, "a file without statistics");
});

test("a condition knows its columns", () => {
  const list = parse(columns, "I5=0 and (I5=10 or I5 in (20, 30)) and (I5=0 or (weight=1 and I5=3)) and on_edge(I5)=1");
  assert.deepEqual(list.map((c) => c.column), ["I5", "I5", null, "on_edge_I5"]);
  assert.deepEqual(list[2].columns, ["I5", "weight"]);
  assert.equal(write(list), "I5=0 and (I5=10 or I5 in (20, 30)) and (I5=0 or (weight=1 and I5=3)) and on_edge(I5)=1");
});

test("names that are no plain words", () => {
  const odd = [{ name: "a or b", type: "int32" }, { name: "c(d)", type: "int32" }, { name: "é=1", type: "int32" }];
  for (const { name } of odd) assert.equal(parse(odd, `${writeName(name)} in (1)`)[0].column, name);
});
