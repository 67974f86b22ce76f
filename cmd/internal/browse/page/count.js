// Counting: all histograms under a selection, in one pass over the combinations of the
// joint histogram or over rows. A row that meets all conditions counts in every
// histogram; one that fails those on a single measure counts in the histogram of that
// measure alone, so that a histogram shows what another choice in it would give.
import { barsOf } from "./axes.js";
import { readTable, scan } from "./source.js";
import { excludes, test, testRow } from "./where.js";

// newTotals returns zero counts of kinds, such as raw and distinct:
// {raw, distinct, bars: {name: {raw, distinct}}}.
export function newTotals(axes, kinds) {
  const zero = (of) => Object.fromEntries(kinds.map((kind) => [kind, of()]));
  return { ...zero(() => 0), bars: Object.fromEntries(axes.map(({ name, bars }) => [name, zero(() => new Float64Array(bars.length))])) };
}

// prepare makes a block for pass of columns {name: values}: the bar of each value,
// and what each row counts. weights has an array for each kind, or null for 1 each.
export function prepare(axes, rows, columns, weights) {
  const bars = {};
  for (const axis of axes) bars[axis.name] = barsOf(axis, columns[axis.name]);
  return { rows, columns, bars, weights };
}

// pass adds a block to totals. Sums are exact up to 2^53. The rows are sorted by the
// conditions that they fail first, so that the loops over them have no branch: that
// takes half the time of asking in each loop.
export function pass(axes, conditions, block, totals) {
  const lists = byFailure(axes, conditions, block);
  for (const [kind, weights] of Object.entries(block.weights)) {
    totals[kind] += total(lists[0], weights);
    axes.forEach(({ name }, d) => {
      for (const list of [lists[0], lists[d + 1]]) tally(list, block.bars[name], weights, totals.bars[name][kind]);
    });
  }
}

// byFailure returns lists of rows: those that fail no condition, then for each axis
// those of which all conditions that they fail are on this measure.
function byFailure(axes, conditions, { rows, columns }) {
  const many = axes.length + 1;
  const fails = new Uint16Array(rows); // the number of a row's list; many for none
  for (const c of conditions) {
    if (c.column === null) {
      const meets = testRow(c);
      for (let i = 0; i < rows; i++) if (!meets(columns, i)) fails[i] = many;
      continue;
    }
    const own = axes.findIndex((a) => a.name === c.column) + 1 || many;
    if (c.reads.length > 1) {
      const meets = testRow(c);
      for (let i = 0; i < rows; i++) if (!meets(columns, i)) fails[i] = fails[i] === 0 || fails[i] === own ? own : many;
      continue;
    }
    const meets = test(c), values = columns[c.column];
    const { first, table } = answers(axes[own - 1], meets);
    const plain = table.length > 0 && ArrayBuffer.isView(values); // else some may be bigints, or texts
    for (let i = 0; i < rows; i++) {
      if (!(plain ? (table[values[i] - first] ?? meets(values[i])) : meets(values[i]))) fails[i] = fails[i] === 0 || fails[i] === own ? own : many;
    }
  }
  const ends = new Uint32Array(many + 1);
  for (let i = 0; i < rows; i++) ends[fails[i]]++;
  const starts = ends.map((_, k) => ends.subarray(0, k).reduce((a, n) => a + n, 0));
  ends.set(starts);
  const order = new Uint32Array(rows);
  for (let i = 0; i < rows; i++) order[ends[fails[i]]++] = i;
  return Array.from({ length: many }, (_, k) => order.subarray(starts[k], ends[k]));
}

// answers looks up ahead which values of an axis meet a condition, from the first on:
// with a million rows that halves the time of a condition. The table is empty if the
// values lie far apart or are not numbers of an axis.
function answers(axis, meets) {
  const bars = axis?.bars.filter((b) => !b.null) ?? [];
  const first = bars[0]?.low ?? 0, span = bars.length > 0 ? bars.at(-1).high - first + 1 : 0;
  return { first, table: Uint8Array.from({ length: span <= 1 << 16 ? span : 0 }, (_, i) => meets(first + i)) };
}

function tally(list, bars, weights, counts) {
  if (weights === null) {
    for (let k = 0; k < list.length; k++) counts[bars[list[k]]]++;
  } else {
    for (let k = 0; k < list.length; k++) counts[bars[list[k]]] += weights[list[k]];
  }
}

function total(list, weights) {
  if (weights === null) return list.length;
  let sum = 0;
  for (let k = 0; k < list.length; k++) sum += weights[list[k]];
  return sum;
}

// needless reports whether no histogram counts a row of a row group, whose ranges of
// values are known.
export function needless(axes, conditions, range) {
  const failed = new Set();
  for (const c of conditions) {
    if (excludes(c, range)) failed.add(axes.some((a) => a.name === c.column) ? c.column : null);
  }
  return failed.has(null) || failed.size > 1;
}

// Joint histograms that were read, by the number of the dataset.
const joints = new Map();

// count counts what meets the conditions: {raw, distinct, bars, from, rows}. from says
// whether rows combinations of the joint histogram were read ("joint") or the rows
// themselves ("rows"); of these progress(share) tells, and they can be aborted. Weighted
// draws also count weighted, the estimated number of solutions.
export async function count({ dataset, axes, conditions }, signal, progress) {
  const { drawn } = dataset; // the number of weighted draws, null without weights
  const totals = newTotals(axes, ["raw", "distinct", ...(drawn ? ["weighted"] : [])]);
  const needed = [...new Set([...axes.map((a) => a.name), ...conditions.flatMap((c) => c.reads)])];
  const joint = dataset.tables.joint;
  if (joint && !drawn && needed.every((name) => joint.columns.some((c) => c.name === name))) {
    if (!joints.has(dataset.id)) {
      const { rows, columns } = await readTable(dataset, "joint");
      joints.set(dataset.id, prepare(axes, rows, columns, { raw: columns.raw, distinct: columns.distinct }));
    }
    pass(axes, conditions, joints.get(dataset.id), totals);
    return { ...totals, from: "joint", rows: joint.rows };
  }
  const weight = dataset.columns.find((c) => c.role === "weight")?.name;
  const names = [...new Set([...needed, weight, drawn && "weight"].filter(Boolean))];
  let done = 0;
  for await (const { rows, columns } of scan(dataset, names, (range) => needless(axes, conditions, range), signal)) {
    const weights = columns && { raw: weight ? columns[weight] : null, distinct: null, ...(drawn && { weighted: columns.weight.map((w) => w / drawn) }) };
    if (columns) pass(axes, conditions, prepare(axes, rows, columns, weights), totals);
    done += rows;
    progress(done / dataset.rows);
  }
  return { ...totals, from: "rows", rows: dataset.rows };
}
