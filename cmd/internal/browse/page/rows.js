// Finds the rows that the gallery shows, and reads rows by their numbers. It runs in
// the worker.
import { Least, permutation } from "./orders.js";
import { isNull, readRows, rowGroups, scan } from "./source.js";
import { instanceSolutions } from "./values.js";
import { columnNamed, excludes, parse, testRow } from "./where.js";

// slim is what findRows needs of a dataset: it goes to the worker.
export const slim = ({ id, columns, rows, parts }) => ({ id, columns, rows, parts });

// What was found for the last question to each dataset, {key, rows, matches, counts}:
// the next pages are there.
const answers = new Map();

// findRows returns a page of the rows that match: {rows, matches, values}. matches
// is the number of all of them, null where the scan ended as soon as the page was
// full; values are the columns names of these rows, [{column: value}]. size is the
// number of rows of a page. progress is called with the share of the dataset that was
// looked through, then with {fetched}, the share of the page that was read.
export async function findRows({ dataset, where, order, seed, page, size, names }, signal, progress) {
  const conditions = parse(dataset.columns, where), key = JSON.stringify([dataset.id, dataset.rows, where, order, seed]);
  if (order === "solvable") {
    conditions.push(...parse(dataset.columns, `${instanceSolutions(dataset.columns)}>0`));
    order = "row";
  }
  if (!["row", "random"].includes(order)) columnNamed(dataset.columns, order.replace(/^-/, ""));
  if (answers.get(dataset.id)?.key !== key) {
    answers.set(dataset.id, { key, rows: [], matches: conditions.length === 0 ? dataset.rows : null, counts: [] });
  }
  const kept = answers.get(dataset.id);
  const from = page * size, to = from + size;
  let rows;
  if (conditions.length === 0 && order === "row") {
    rows = numbers(from, Math.min(to, dataset.rows));
  } else if (conditions.length === 0 && order === "random") {
    const p = permutation(dataset.rows, seed);
    rows = numbers(from, Math.min(to, dataset.rows)).map(p.row);
  } else if (order === "row") {
    rows = await inRowOrder(dataset, conditions, kept, from, to, signal, progress);
  } else {
    if (kept.matches === null || kept.rows.length < Math.min(to, kept.matches)) {
      await sorted(dataset, conditions, order, seed, kept, 20 * size * Math.ceil(to / (20 * size)), signal, progress);
    }
    rows = kept.rows.slice(from, to);
  }
  return { rows, matches: kept.matches, values: await readThese(dataset, names, rows, signal, progress) };
}

const numbers = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

// matching reads columns of the groups of rows of which some can match, beginning with
// the group of a number: {start, rows, columns, match}. A group that cannot match, or
// comes before that one, has no columns.
/** @param {import("./source.js").Dataset} dataset */
async function* matching(dataset, conditions, names, signal, first = 0) {
  const wanted = [...new Set([...names, ...conditions.flatMap((c) => c.reads)])];
  const tests = conditions.map(testRow);
  let g = -1;
  const skip = (range) => ++g < first || conditions.some((c) => excludes(c, range));
  for await (const group of scan(dataset, wanted, skip, signal)) {
    yield { ...group, match: (i) => tests.every((meets) => meets(group.columns, i)) };
  }
}

// inRowOrder stops as soon as the page is full. It remembers how many rows of each
// group match, so that the next page begins at the right one.
/** @param {import("./source.js").Dataset} dataset */
async function inRowOrder(dataset, conditions, kept, from, to, signal, progress) {
  let first = 0, before = 0; // the group to begin with, and the matches that come earlier
  while (first < kept.counts.length && before + kept.counts[first] <= from) before += kept.counts[first++];
  const found = [];
  let g = 0;
  for await (const { start, rows, columns, match } of matching(dataset, conditions, [], signal, first)) {
    if (g++ < first) continue;
    const seen = before;
    for (let i = 0; columns && i < rows; i++) {
      if (!match(i)) continue;
      if (before >= from && before < to) found.push(start + i);
      before++;
    }
    kept.counts[g - 1] = before - seen;
    progress((start + rows) / dataset.rows);
    if (before >= to && start + rows < dataset.rows) return found;
  }
  kept.matches = before;
  return found;
}

// sorted scans all rows for the first ones of an order.
/** @param {import("./source.js").Dataset} dataset */
async function sorted(dataset, conditions, order, seed, kept, keep, signal, progress) {
  const descending = order.startsWith("-"), column = order.replace(/^-/, "");
  const least = new Least(keep, descending);
  const random = order === "random" ? permutation(dataset.rows, seed) : null;
  for await (const { start, rows, columns, match } of matching(dataset, conditions, random ? [] : [column], signal)) {
    const values = columns?.[column];
    for (let i = 0; columns && i < rows; i++) {
      if (match(i)) least.offer(random ? random.key(start + i) : isNull(values[i]) ? null : values[i], start + i);
    }
    progress((start + rows) / dataset.rows);
  }
  kept.rows = least.rows(), kept.matches = least.offered;
}

// readThese returns columns of single rows, [{column: value}]; null is null.
/** @param {import("./source.js").Dataset} dataset @param {string[]} names @param {number[]} rows @param {AbortSignal} signal @param {(of: any) => void} [progress] */
export async function readThese(dataset, names, rows, signal, progress) {
  const groups = await rowGroups(dataset);
  const values = new Array(rows.length);
  let done = 0;
  for (const group of groups) {
    const here = rows.map((row, i) => [row - group.start, i]).filter(([at]) => at >= 0 && at < group.rows);
    if (here.length === 0) continue;
    await new Promise((resolve) => setTimeout(resolve)); // so that messages are heard
    signal?.throwIfAborted();
    const from = Math.min(...here.map(([at]) => at)), to = Math.max(...here.map(([at]) => at)) + 1;
    const { columns } = await readRows(dataset, names, group.start + from, group.start + to);
    for (const [at, i] of here) {
      values[i] = Object.fromEntries(names.map((name) => [name, isNull(columns[name][at - from]) ? null : columns[name][at - from]]));
    }
    done += here.length;
    progress?.({ fetched: done / rows.length });
  }
  return values;
}

// mostSaved is the number of rows that exportRows writes at most.
export const mostSaved = 100_000;

// exportRows writes the rows that match as coverstat cat does: {rows, lines}, texts of
// whole lines. It gives up beyond mostSaved rows.
export async function exportRows({ dataset, where, format }, signal, progress) {
  const conditions = parse(dataset.columns, where);
  const names = dataset.columns.map((c) => c.name);
  const lines = format === "csv" ? [csvLine(names)] : [];
  let found = 0;
  for await (const { start, rows, columns, match } of matching(dataset, conditions, names, signal)) {
    let text = "";
    for (let i = 0; columns && i < rows && found <= mostSaved; i++) {
      if (!match(i)) continue;
      found++;
      const values = dataset.columns.map(({ name, type }) => shown(columns[name][i], type));
      text += format === "csv" ? csvLine(values) : jsonLine(names, values);
    }
    lines.push(text);
    if (found > mostSaved) break;
    progress((start + rows) / dataset.rows);
  }
  return { rows: found, lines };
}

// shown is a value as JSON has it.
function shown(v, type) {
  if (isNull(v)) return null;
  if (type === "bool") return v === 1;
  return type.startsWith("list") ? Array.from(v) : v;
}

function csvLine(values) {
  const fields = values.map((v) => {
    const text = v === null ? "" : Array.isArray(v) ? v.join(" ") : String(v);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return (fields.join(",") || '""') + "\n"; // readers skip an empty line
}

// jsonLine writes integers beyond 2^53 as texts.
function jsonLine(names, values) {
  return JSON.stringify(Object.fromEntries(values.map((v, i) => [names[i], typeof v === "bigint" ? String(v) : v]))) + "\n";
}
