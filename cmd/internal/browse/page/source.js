// The files of a dataset, read by HTTP: JSON whole, Parquet by ranges. It runs in the
// page and in the worker; what goes between the two is the plain object that
// openDataset returns.
import { decompress, parquetMetadataAsync, parquetRead } from "./vendor/parquet.js";

const compressors = { ZSTD: (input, length) => decompress(input, new Uint8Array(length)) };

// A file below this size is read whole: one request instead of several.
const small = 1 << 19;

// What people read where the server is gone.
export const noAnswer = "The server does not answer. Is coverstat browse still running?";

async function ask(url, options) {
  let answer;
  try {
    answer = await fetch(url, options);
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Error(noAnswer);
  }
  if (!answer.ok) {
    const words = answer.headers.get("Content-Type")?.startsWith("text/plain") ? (await answer.text()).slice(0, 500) : "";
    throw new Error(words || `${url}: the server answers ${answer.status}`);
  }
  return answer;
}

// getJSON returns the JSON at an address. Its errors are for people.
export async function getJSON(url, options) {
  const answer = await ask(url, options);
  try {
    return await answer.json();
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Error(`${url}: expected JSON, got something else`);
  }
}

// openDataset reads what a dataset says of itself. It returns
//
//   {id, entry, manifest, stats, page,   as the files have them
//    server, list,                       as datasets.json has them
//    columns: [{name, type, role, scale, meaning, unit}],
//    rows,                               number of rows
//    examples,                           whether the rows are examples, of a dataset without rows
//    parts: [{url, bytes, start, rows}], start is the number of the first row
//    tables: {name: {url, bytes, rows, columns}}}
//
// where entry is the dataset's line in datasets.json, and list what it is a line of.
/** @typedef {Awaited<ReturnType<typeof openDataset>>} Dataset */
/** @param {json.Entry} entry @param {json.DatasetList} [list] */
export async function openDataset(entry, list) {
  const base = `data/${entry.id}/`, file = (name) => getJSON(`${base}${name}.json`);
  /** @type {[json.Manifest, json.Document, json.Page]} */
  const [manifest, stats, page] = await Promise.all([file("manifest"), file("stats"), file("page")]);
  /** @type {Record<string, {url?: string, bytes?: number, rows: number, columns: {name: string, type?: string}[], values?: any}>} */
  const tables = {};
  /** @type {{url: string, bytes: number, start: number, rows: number}[]} */
  const parts = [];
  const examples = manifest.road ? manifest.tables.find((t) => t.name === "examples") : undefined;
  const dataset = { id: entry.id, entry, server: list?.server, list: list?.datasets, manifest, stats, page, columns: examples?.columns ?? manifest.columns, examples: examples !== undefined, rows: 0, parts, tables };
  for (const p of examples ? [examples] : manifest.parts ?? []) {
    dataset.parts.push({ url: base + p.path, bytes: Number(p.bytes), start: dataset.rows, rows: Number(p.rows) });
    dataset.rows += Number(p.rows);
  }
  for (const t of manifest.tables ?? []) {
    dataset.tables[t.name] = { url: base + t.path, bytes: Number(t.bytes), rows: Number(t.rows), columns: t.columns };
  }
  const [[name, only] = [], ...others] = Object.entries(stats.measures ?? {});
  if (manifest.road && !dataset.tables.joint && only?.raw.histogram && others.length === 0) dataset.tables.joint = jointOf(name, only);
  return dataset;
}

// jointOf makes the joint histogram of a single measure, whose rows are at hand.
export function jointOf(name, { raw, distinct }) {
  const entries = Object.entries(raw.histogram), counts = (of) => Float64Array.from(entries, ([value]) => Number(of.histogram[value] ?? 0));
  const values = { [name]: Float64Array.from(entries, ([value]) => Number(value)), raw: counts(raw), distinct: counts(distinct) };
  return { rows: entries.length, columns: [{ name }], values };
}

// Files that were opened, by their address: {file, metadata}.
const opened = new Map();

/** @param {string} url @param {number} bytes */
function open(url, bytes) {
  if (!opened.has(url)) {
    const file = remote(url, bytes);
    const promise = parquetMetadataAsync(file).then((metadata) => ({ file, metadata }));
    promise.catch(() => opened.delete(url)); // so that it can be tried again
    opened.set(url, promise);
  }
  return opened.get(url);
}

// remote is a file that is read by ranges. A server that knows no ranges sends the
// whole file instead; it is kept, and read from then on.
function remote(url, bytes) {
  let whole = null;
  let first = null; // the request that shows whether the server knows ranges
  const fetchRange = async (start, end) => {
    const answer = await ask(url, bytes <= small ? {} : { headers: { Range: `bytes=${start}-${end - 1}` } });
    if (answer.status === 206) return answer.arrayBuffer();
    whole = await answer.arrayBuffer();
    if (whole.byteLength !== bytes) {
      const got = whole.byteLength;
      whole = null;
      throw new Error(`${url}: expected ${bytes} bytes as the manifest says, got ${got}`);
    }
    return whole.slice(start, end);
  };
  return {
    byteLength: bytes,
    async slice(start, end = bytes) {
      if (start < 0) start += bytes;
      if (first) await first.catch(() => {});
      if (whole) return whole.slice(start, end);
      const answer = fetchRange(start, end);
      first ??= answer;
      return answer;
    },
  };
}

// readTable returns all rows of a table: {rows, columns: {name: values}}, or null if
// the dataset has no such table.
/** @param {Dataset} dataset */
export async function readTable(dataset, name) {
  const table = dataset.tables[name];
  if (!table) return null;
  if (table.values) return { rows: table.rows, columns: table.values };
  const columns = await readColumns(table, table.columns, 0, table.rows);
  return { rows: table.rows, columns };
}

// readRows returns the rows from start to before end: {start, rows, columns}. names
// says which columns. Reading a few rows costs as much as their row groups.
/** @param {Dataset} dataset */
export async function readRows(dataset, names, start, end) {
  if (names.length === 0) return { start, rows: end - start, columns: {} };
  const wanted = names.map((name) => dataset.columns.find((c) => c.name === name));
  const pieces = [];
  for (const part of dataset.parts) {
    const from = Math.max(start, part.start), to = Math.min(end, part.start + part.rows);
    if (from < to) pieces.push(await readColumns(part, wanted, from - part.start, to - part.start));
  }
  const columns = {};
  for (const { name, type } of wanted) columns[name] = join(pieces.map((p) => p[name]), type);
  return { start, rows: Math.max(0, Math.min(end, dataset.rows) - start), columns };
}

// scan reads columns of all rows, group by group: {start, rows, columns}. A group of
// which skip(range) says that it is not needed comes without columns. It gives way
// between groups, so that messages are heard, and throws when the signal is aborted.
/** @param {Dataset} dataset */
export async function* scan(dataset, names, skip, signal) {
  for (const { start, rows, range } of await rowGroups(dataset)) {
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    if (skip?.(range)) {
      yield { start, rows };
      continue;
    }
    const key = (name) => `${dataset.id} ${start} ${name}`;
    const missing = names.filter((name) => !kept.has(key(name)));
    const { columns } = await readRows(dataset, missing, start, start + rows);
    for (const name of names) {
      if (name in columns) keep(key(name), columns[name]);
      else columns[name] = kept.get(key(name));
    }
    yield { start, rows, columns };
  }
}

// Columns of numbers that a scan has read are kept for the next: with 3.8 million rows
// the first scan takes seconds and the second a tenth of one.
const kept = new Map();
let keptBytes = 0;

function keep(key, values) {
  if (!ArrayBuffer.isView(values) || keptBytes + values.byteLength > 1 << 27) return;
  kept.set(key, values);
  keptBytes += values.byteLength;
}

// rowGroups returns the groups in which rows are read best: {start, rows, range(name)},
// where range returns the least and the greatest value of a column and whether it
// has nulls, {low, high, nulls}, or null if the file does not say.
/** @param {Dataset} dataset */
export async function rowGroups(dataset) {
  const groups = [];
  for (const part of dataset.parts) {
    const { metadata } = await open(part.url, part.bytes);
    let start = part.start;
    for (const group of metadata.row_groups) {
      const rows = Number(group.num_rows);
      groups.push({ start, rows, range: (name) => range(group, name) });
      start += rows;
    }
  }
  return groups;
}

function range(group, name) {
  const column = group.columns.find((c) => c.meta_data.path_in_schema[0] === name);
  const s = column?.meta_data.statistics;
  if (s?.min_value === undefined || s?.max_value === undefined) return null;
  return { low: exact(s.min_value), high: exact(s.max_value), nulls: s.null_count === undefined || Number(s.null_count) > 0 };
}

// readColumns returns columns of a file, {name: values}. Values of numbers and of
// true and false are in a typed array (true is 1), NaN stands for null; integers
// that a double cannot hold make it an array of numbers and bigints with null.
// Texts are in an array, lists in an array of arrays.
/** @param {{url?: string, bytes?: number}} file */
async function readColumns({ url, bytes }, columns, start, end) {
  const { file, metadata } = await open(url, bytes);
  const chunks = Object.fromEntries(columns.map((c) => [c.name, []]));
  await parquetRead({
    file, metadata, compressors, columns: columns.map((c) => c.name), rowStart: start, rowEnd: end,
    onChunk: ({ columnName, columnData, rowStart, rowEnd }) => {
      if (rowEnd <= start || rowStart >= end) return;
      const from = Math.max(0, start - rowStart), to = Math.min(columnData.length, end - rowStart);
      chunks[columnName].push({ at: rowStart, data: from === 0 && to === columnData.length ? columnData : columnData.slice(from, to) });
    },
  });
  const out = {};
  for (const { name, type } of columns) {
    const list = chunks[name].sort((a, b) => a.at - b.at).map((c) => plain(c.data, type));
    out[name] = join(list, type);
    if (out[name].length !== end - start) throw new Error(`${url}: expected ${end - start} values of ${name}, got ${out[name].length}`);
  }
  return out;
}

// exact returns a bigint as a number if a double holds it exactly.
function exact(v) {
  if (typeof v !== "bigint") return v;
  const n = Number(v);
  return Number.isSafeInteger(n) ? n : v;
}

// plain brings what the reader of Parquet returns into the form that readColumns
// promises.
function plain(data, type) {
  if (type === "string" || type.startsWith("list") || data instanceof Int32Array || data instanceof Float64Array) return data;
  const out = new Float64Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const v = data[i];
    out[i] = v === null || v === undefined ? NaN : Number(v);
    if (typeof v === "bigint" && !Number.isSafeInteger(out[i])) return Array.from(data, (x) => (x === undefined ? null : exact(x)));
  }
  return out;
}

function join(list, type) {
  if (list.length === 1) return list[0];
  const length = list.reduce((n, a) => n + a.length, 0);
  const kinds = new Set(list.map((a) => a.constructor));
  if (kinds.has(Array) || type === "string" || type.startsWith("list")) {
    return list.flatMap((a) => (Array.isArray(a) ? a : Array.from(a, (x) => (x === x ? x : null))));
  }
  const out = kinds.size === 1 && kinds.has(Int32Array) ? new Int32Array(length) : new Float64Array(length);
  let at = 0;
  for (const a of list) {
    out.set(a, at);
    at += a.length;
  }
  return out;
}

// isNull says whether a value of readColumns stands for null.
export const isNull = (v) => v === null || v === undefined || v !== v;
