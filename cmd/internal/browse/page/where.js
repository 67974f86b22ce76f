// The language of --where: comparisons joined by "and", as cmd/internal/show reads
// it: crossroads=4 and I5<300 and border_pieces in (8, 9). Both read the same cases in
// their tests.
import { isNull } from "./source.js";

// Each operator says whether it holds where the row's value is less than the
// constant, equal to it, and greater. Longer spellings stand before their beginnings.
const operators = [
  ["!=", [true, false, true]],
  ["<>", [true, false, true]],
  ["<=", [true, true, false]],
  [">=", [false, true, true]],
  ["==", [false, true, false]],
  ["=", [false, true, false]],
  ["<", [true, false, false]],
  [">", [false, false, true]],
];

// parse reads an expression. columns are those of openDataset. It returns conditions
//
//   {text, column, holds, values}
//
// all of which a row must meet: text is how the condition was written, column the
// column's name, holds the three truths of the operator, values the constants (with
// more than one, equality with any); null is null. It throws an Error with the
// program's words.
export function parse(columns, where) {
  if (where.trim() === "") return [];
  return split(where).map((term) => condition(columns, term.trim()));
}

// write is the inverse of parse.
export const write = (conditions) => conditions.map((c) => c.text).join(" and ");

// split splits at the word "and", outside quotes.
function split(s) {
  const terms = [];
  let quote = "", from = 0;
  for (let i = 0; i < s.length; i++) {
    if (quote) {
      if (s[i] === quote) quote = "";
    } else if (s[i] === "'" || s[i] === '"') {
      quote = s[i];
    } else if (s[i - 1] === " " && s.slice(i, i + 4).toLowerCase() === "and ") {
      terms.push(s.slice(from, i));
      from = i + 4;
    } else if (s[i - 1] === " " && s.slice(i, i + 3).toLowerCase() === "or ") {
      throw new Error(`condition ${quoted(s)}: or is not supported, only and: ask once for each (a text with or in it must be quoted)`);
    }
  }
  if (quote) throw new Error(`condition ${quoted(s)}: a ${quote} without its partner`);
  terms.push(s.slice(from));
  return terms;
}

const quoted = (s) => JSON.stringify(s);

function condition(columns, term) {
  let at = -1, length = 0, holds = null;
  for (const [text, truths] of operators) {
    const i = term.indexOf(text);
    if (i >= 0 && (at < 0 || i < at)) [at, length, holds] = [i, text.length, truths];
  }
  const list = /\sin\s*\(/i.exec(term);
  const isList = list !== null && (at < 0 || list.index < at);
  if (isList) [at, length, holds] = [list.index, list[0].length, [false, true, false]];
  if (at < 0) throw new Error(`condition ${quoted(term)}: expected COLUMN=VALUE (or != < <= > >=) or COLUMN in (VALUE, ...), joined by and`);
  const column = columnNamed(columns, term.slice(0, at).trim());
  const written = term.slice(at + length).trim();
  const values = isList ? splitList(written) : [written];
  if (!values) throw new Error(`condition ${quoted(term)}: expected ${column.name} in (VALUE, ...), values separated by commas`);
  return { text: term, column: column.name, holds, values: values.map((v) => constant(column, v, term, holds)) };
}

// splitList splits a list, which a parenthesis must close, at the commas outside
// quotes. It returns null if the list is not closed or a value is missing in it.
function splitList(s) {
  const values = [];
  let quote = "", from = 0;
  for (let i = 0; i < s.length; i++) {
    if (quote) {
      if (s[i] === quote) quote = "";
    } else if (s[i] === "'" || s[i] === '"') {
      quote = s[i];
    } else if (s[i] === "," || s[i] === ")") {
      values.push(s.slice(from, i).trim());
      from = i + 1;
      if (values.at(-1) === "") return null;
      if (s[i] === ")" && from === s.length) return values;
    }
  }
  return null;
}

function columnNamed(columns, name) {
  const column = columns.find((c) => c.name === name);
  if (!column) throw new Error(`no column ${quoted(name)}: did you mean ${nearest(name, columns.map((c) => c.name))}?`);
  return column;
}

// constant reads a constant that is compared with a column: a number, 1 and 0 for
// true and false, a bigint beyond what a double holds exactly, a text, or null.
function constant({ name, type }, value, term, holds) {
  if (value === "null") {
    if (holds[0] !== holds[2]) throw new Error(`condition ${quoted(term)}: null can be compared with = or != only`);
    return null;
  }
  if (type === "string") {
    const n = value.length;
    return n >= 2 && (value[0] === "'" || value[0] === '"') && value[n - 1] === value[0] ? value.slice(1, -1) : value;
  }
  if (type.startsWith("list")) throw new Error(`column ${quoted(name)} holds lists, which cannot be compared`);
  if (type === "bool") {
    if (value === "true" || value === "1") return 1;
    if (value === "false" || value === "0") return 0;
    throw new Error(`condition ${quoted(term)}: column ${name} holds true or false, got ${quoted(value)}: did you mean ${nearest(value, ["true", "false"])}?`);
  }
  const number = toNumber(value);
  if (number === null) throw new Error(`condition ${quoted(term)}: column ${name} holds numbers (${type}), got ${quoted(value)}`);
  return number;
}

function toNumber(text) {
  if (/^[+-]?\d+$/.test(text)) {
    const n = Number(text);
    return Number.isSafeInteger(n) ? n : BigInt(text);
  }
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^[+-]?inf(inity)?$/i.test(text)) return text[0] === "-" ? -Infinity : Infinity;
  return null;
}

// nearest is the name with the least edit distance (Levenshtein 1965).
function nearest(written, names) {
  let best = "", least = Infinity;
  for (const name of names) {
    const d = editDistance(written, name);
    if (d < least) [best, least] = [name, d];
  }
  return best;
}

function editDistance(a, b) {
  const row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    let diagonal = row[0];
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const cost = a[i] === b[j] ? diagonal : 1 + Math.min(diagonal, row[j], row[j + 1]);
      [diagonal, row[j + 1]] = [row[j + 1], cost];
    }
  }
  return row[b.length];
}

// test returns the function that says whether a value of the column meets the
// condition. A null equals null only.
export function test({ holds: [less, equal, greater], values }) {
  if (values.length > 1) {
    const nulls = values.includes(null), set = new Set(values);
    return (v) => (isNull(v) ? nulls : set.has(v));
  }
  const [x] = values;
  if (x === null) return (v) => isNull(v) === equal;
  const other = less && greater; // what null is
  return (v) => (v < x ? less : v > x ? greater : isNull(v) ? other : equal);
}

// excludes reports whether no value within a range {low, high, nulls} of numbers can
// meet the condition, so that a row group need not be read.
export function excludes({ holds: [less, equal, greater], values }, range) {
  if (!range || values.some((x) => typeof x === "string")) return false;
  const { low, high, nulls } = range;
  return values.every((x) => {
    if (x === null) return equal ? !nulls : false;
    if (nulls && less && greater) return false;
    return !(less && low < x) && !(greater && high > x) && !(equal && low <= x && x <= high);
  });
}
