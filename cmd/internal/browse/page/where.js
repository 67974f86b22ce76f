// The language of --where, as enumerate/condition reads it: comparisons, joined by and, or
// and parentheses, in the meaning of SQL. Both read the same cases in their tests.
import { isNull } from "./source.js";

// Each operator says whether it holds where the row's value is less than the
// constant, equal to it, and greater. Longer spellings stand before their beginnings.
const equals = [false, true, false], differs = [true, false, true];
const operators = [
  ["!=", differs],
  ["<>", differs],
  ["<=", [true, true, false]],
  [">=", [false, true, true]],
  ["==", equals],
  ["=", equals],
  ["<", [true, false, false]],
  [">", [false, false, true]],
];

// parse reads an expression. columns are those of openDataset. It returns conditions,
// all of which a row must meet:
//
//   {text, columns, reads, column, holds, values}   a comparison; of a formula, column is null, and formula is
//                                            {column, capped}, {number} or {join, left, right}
//   {text, columns, reads, column, any: [conditions]}, or all: conditions of which one or all
//                                            must be met
//
// text is how the condition was written, columns the names of all columns in it, and
// column the name if there is one alone, else null. reads are columns with those that say in which
// rows their values are lower bounds, capped the one of a column, or null. holds are the three truths of the
// operator, values the constants (with more than one, equality with any); null is null.
// It throws an Error with the program's words.
export function parse(columns, where) {
  if (where.trim() === "") return [];
  const parser = new Parser(columns, where);
  const whole = parser.condition();
  const rest = where.slice(parser.at);
  if (rest[0] === ")") throw new Error(`condition ${quoted(where)}: a ) without its partner`);
  if (rest) throw new Error(`condition ${quoted(where)}: got ${quoted(rest)} after a comparison: expected and, or, or the end`);
  return whole.all ?? [whole];
}

// write is the inverse of parse.
export const write = (conditions) => conditions.map((c) => (c.any && conditions.length > 1 ? `(${c.text})` : c.text)).join(" and ");

// writeName writes the name of a column; what is no plain word needs quotes.
export const writeName = (name) => (/^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

// tooDeep refuses text that is nested deeper than the program reads.
const deepest = 50;
function tooDeep(depth) {
  if (depth > deepest) throw new Error(`condition with more than ${deepest} parentheses or signs within one another: expected at most ${deepest}`);
}

const quoted = (s) => JSON.stringify(s);

const wanted = "expected COLUMN=VALUE (or != < <= > >=), COLUMN in (VALUE, ...) or COLUMN is null, joined by and, or and parentheses";

// The words of the language, each where it ends a name or a value.
const joint = /\s+(and|or)(?=$|[\s(])/iy, inList = /\s+in\s*\(/iy, isNullWords = /\s+is\s+(not\s+)?null(?=$|[\s)])/iy;

function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

// A Parser has the methods of the parser of enumerate/condition, whose comment has the grammar.
class Parser {
  at = 0;
  depth = 0;

  constructor(columns, text) {
    this.columns = columns;
    this.text = text;
    this.skip();
  }

  skip() {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
  }

  // take skips blanks and takes a sign or a word, if it is the next.
  take(next) {
    this.skip();
    const end = this.at + next.length;
    if (this.text.slice(this.at, end).toLowerCase() !== next) return false;
    if (!"()".includes(next) && !/^$|[\s(]/.test(this.text[end] ?? "")) return false; // the word is longer
    this.at = end;
    this.skip();
    return true;
  }

  condition() {
    return this.join("or", "any", () => this.join("and", "all", () => this.part()));
  }

  // join reads parts with a word between them.
  join(word, kind, part) {
    const from = this.at, parts = [];
    do {
      const one = part();
      parts.push(...(one[kind] ?? [one]));
    } while (this.take(word));
    if (parts.length === 1) return parts[0];
    const columns = [...new Set(parts.flatMap((c) => c.columns))];
    const reads = [...new Set(parts.flatMap((c) => c.reads))];
    const column = columns.length === 1 && parts.every((c) => c.column !== null) ? columns[0] : null;
    return { text: this.text.slice(from, this.at).trim(), columns, reads, column, [kind]: parts };
  }

  part() {
    if (this.computes() || !this.take("(")) return this.comparison();
    tooDeep(++this.depth);
    const inside = this.condition();
    this.depth--;
    if (!this.take(")")) throw new Error(`condition ${quoted(this.text)}: a ( without its partner`);
    return inside;
  }

  // comparison reads a column's name and what it is compared with.
  comparison() {
    let from = this.at;
    const name = this.name(), { holds, kind } = this.operator();
    if (name === "" || !kind) {
      this.at = from;
      this.valueEnd(false);
      if (this.at === from) from = 0, this.at = this.text.length;
      throw new Error(`condition ${quoted(this.text.slice(from, this.at).trim())}: ${wanted}`);
    }
    const formula = this.text[from] === '"' ? null : this.formula(name);
    const column = formula ? { name, type: "int64" } : columnNamed(this.columns, name);
    const values = kind === "null" ? [{ text: null }] : this.values(name, from, kind === "list");
    const text = this.text.slice(from, this.at).trim();
    const compared = constants(holds, values.map((v) => (kind === "null" ? null : constant(column, v, text))));
    if (formula) {
      const names = [...formula.columns];
      return { text, columns: names, reads: [...names, ...names.map((n) => this.cappedBy(n)).filter((n) => n)], column: null, formula: formula.root, ...compared };
    }
    const capped = this.cappedBy(column.name);
    return { text, columns: [column.name], reads: capped ? [column.name, capped] : [column.name], column: column.name, capped, ...compared };
  }

  // cappedBy returns the column that says in which rows the values of another are lower bounds; null if none does.
  cappedBy(name) {
    const by = this.columns.find((c) => c.name === name).at_least_if;
    return this.columns.some((c) => c.name === by && c.type === "bool") ? by : null;
  }

  // computes reports whether a parenthesis begins a formula: after its partner comes what joins
  // or compares numbers.
  computes() {
    for (let at = this.at, depth = 0; at < this.text.length; at++) {
      const c = this.text[at];
      if (c === "'" || c === '"') {
        at = this.text.indexOf(c, at + 1);
        if (at < 0) return false;
      }
      depth += Number(c === "(") - Number(c === ")");
      if (c !== ")" || depth !== 0) continue;
      return /^\s*[-+*=!<>]/.test(this.text.slice(at + 1)) || [inList, isNullWords].some((p) => matchAt(p, this.text, at + 1));
    }
    return false;
  }

  // formula reads a text as formulaReader of enumerate/condition does: null if it computes nothing.
  formula(text) {
    const tokens = [];
    for (let rest = text; rest;) {
      const found = /^\s*(?:([\p{L}_][\p{L}\p{N}_]*(?:\([^()]*\))?)|(\d+)|([-+*()]))\s*/u.exec(rest);
      if (!found) return null;
      const [all, name, number, sign] = found;
      tokens.push({ name, number, sign });
      rest = rest.slice(all.length);
    }
    if (!tokens.some((t) => t.sign) || !tokens.some((t) => t.name)) return null;
    const columns = new Set(), wrong = new Error(`condition ${quoted(text)}: expected columns and whole numbers, joined by + - * and parentheses`);
    const take = (signs) => (tokens[0]?.sign && signs.includes(tokens[0].sign) ? tokens.shift().sign : null);
    const joined = (signs, part) => {
      let left = part();
      for (let join = take(signs); join; join = take(signs)) left = { join, left, right: part() };
      return left;
    };
    const sum = () => joined("+-", () => joined("*", factor));
    let depth = 0;
    const factor = () => {
      tooDeep(depth++);
      const one = atom();
      depth--;
      return one;
    };
    const atom = () => {
      if (take("-")) return { join: "-", left: { number: "0" }, right: factor() };
      if (take("(")) {
        const inside = sum();
        if (!take(")")) throw wrong;
        return inside;
      }
      const { name, number } = tokens.shift() ?? {};
      if (number) return { number };
      if (!name) throw wrong;
      const column = columnNamed(this.columns, name);
      if (!["int32", "int64"].includes(column.type)) throw new Error(`condition ${quoted(text)}: column ${name} holds no whole numbers (${column.type})`);
      columns.add(column.name);
      return { column: column.name, capped: this.cappedBy(column.name) };
    };
    const root = sum();
    if (tokens.length) throw wrong;
    return { columns, root };
  }

  operator() {
    const list = matchAt(inList, this.text, this.at), nulls = matchAt(isNullWords, this.text, this.at);
    if (list || nulls) {
      this.at += (list ?? nulls)[0].length;
      return { kind: list ? "list" : "null", holds: nulls?.[1] ? differs : equals };
    }
    this.skip();
    for (const [text, holds] of operators) {
      if (!this.text.startsWith(text, this.at)) continue;
      this.at += text.length;
      return { kind: "value", holds };
    }
    return {};
  }

  // name reads the name of a column, or a measure as configs write it.
  name() {
    if (this.text[this.at] === '"') return this.quoted();
    const from = this.at;
    for (let depth = 0; this.at < this.text.length; this.at++) {
      const c = this.text[this.at];
      if ("=!<>".includes(c) || depth === 0 && c === ")" || [inList, isNullWords, joint].some((p) => matchAt(p, this.text, this.at))) break;
      depth += Number(c === "(") - Number(c === ")");
    }
    return this.text.slice(from, this.at).trim();
  }

  // values reads a value or the values of a list: [{text, inQuotes}]. from is where
  // the comparison begins.
  values(name, from, list) {
    for (const values = []; ;) {
      const begin = this.at;
      this.skip();
      const inQuotes = /['"]/.test(this.text[this.at] ?? "");
      let text;
      if (inQuotes) {
        text = this.quoted();
      } else {
        this.at = begin;
        this.valueEnd(list);
        text = this.text.slice(begin, this.at).trim();
      }
      values.push({ text, inQuotes });
      this.skip();
      const next = this.text[this.at] ?? "", missing = text === "" && !inQuotes;
      if (!list) {
        if (missing) throw new Error(`condition ${quoted(this.text.slice(from, this.at).trim())}: expected a value at its end`);
        return values;
      }
      if (missing || next !== "," && next !== ")") throw new Error(`condition ${quoted(this.text.slice(from))}: expected ${name} in (VALUE, ...), values separated by commas`);
      this.at++;
      if (next === ")") return values;
    }
  }

  // valueEnd goes to the end of a value without quotes.
  valueEnd(list) {
    for (let depth = 0; this.at < this.text.length; this.at++) {
      const c = this.text[this.at];
      if (depth === 0 && (c === ")" || list && c === ",") || matchAt(joint, this.text, this.at)) return;
      depth += Number(c === "(") - Number(c === ")");
    }
  }

  // quoted reads what stands in quotes; two quotes in it are one.
  quoted() {
    const quote = this.text[this.at], from = this.at + 1;
    for (let end = from; end < this.text.length; end++) {
      if (this.text[end] !== quote) continue;
      if (this.text[end + 1] === quote) {
        end++;
        continue;
      }
      this.at = end + 1;
      return this.text.slice(from, end).replaceAll(quote + quote, quote);
    }
    throw new Error(`condition ${quoted(this.text)}: a ${quote} without its partner`);
  }
}

// findColumn finds a column by its name or by a measure as configs write it:
// on_edge(I5) is on_edge_I5.
export function findColumn(columns, written) {
  const [, name, pieces] = /^([^(]*)\((.*)\)$/s.exec(written.trim()) ?? [];
  const measure = pieces === undefined ? null : `${name.trim()}(${pieces.split(",").map((p) => p.trim()).join(", ")})`;
  return columns.find((c) => c.name === written || measure && c.measure === measure);
}

// columnNamed does the same, and throws an Error if there is none.
export function columnNamed(columns, written) {
  const column = findColumn(columns, written);
  if (!column) {
    const names = [...columns.filter((c) => c.role !== "key"), ...columns.filter((c) => c.role === "key")]; // of pieces last
    throw new Error(unknown("no column", written, names.flatMap((c) => [c.name, c.measure ?? []].flat())));
  }
  return column;
}

// constants returns what a comparison holds and its values. An integer that is compared with a number between two
// integers is equal to none, and what the lower one is, is less.
function constants(holds, values) {
  if (values.length === 1 && values[0]?.above !== undefined) return { holds: [holds[0], holds[0], holds[2]], values: [values[0].above] };
  return { holds, values: values.map((v) => (v?.above === undefined ? v : NaN)) };
}

// constant reads a constant that is compared with a column: a number, 1 and 0 for
// true and false, a bigint beyond what a double holds exactly, or a text.
function constant({ name, type }, { text: value, inQuotes }, term) {
  if (type.startsWith("list")) throw new Error(`column ${quoted(name)} holds lists, which cannot be compared`);
  if (!inQuotes && value.toLowerCase() === "null") throw new Error(`condition ${quoted(term)}: no value compares with null: expected ${name} is null, or ${name} is not null`);
  if (type === "string") return value;
  if (type === "bool") {
    if (value === "true" || value === "1") return 1;
    if (value === "false" || value === "0") return 0;
    throw new Error(unknown(`condition ${quoted(term)}: column ${name} holds true or false, got`, value, ["true", "false"]));
  }
  const number = type === "double" ? toNumber(value) : toInteger(value) ?? toNumber(value);
  if (number === null) {
    const hint = /^[<>!]/.test(value) && term.includes("=" + value) ? `: did you mean ${value[0]}=?` : ": expected a number; columns stand on the left alone, as in A-B>=0";
    throw new Error(`condition ${quoted(term)}: column ${name} holds numbers (${type}), got ${quoted(value)}${hint}`);
  }
  return number;
}

// toInteger reads a decimal exactly: an integer, or {above}, the integer below; null if it is none.
function toInteger(text) {
  const [, sign, whole, fraction = "", exponent = "0"] = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (whole === undefined || toNumber(text) === null) return null;
  const shift = Math.max(Number(exponent) - fraction.length, -(whole.length + fraction.length)), scale = 10n ** BigInt(Math.abs(shift));
  let digits = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const rest = shift < 0 ? digits % scale : 0n;
  digits = shift < 0 ? (digits - rest) / scale : digits * scale;
  if (rest < 0n) digits--;
  const number = Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
  return rest === 0n ? number : { above: number };
}

function toNumber(text) {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number.isFinite(Number(text)) ? Number(text) : null;
  if (/^[+-]?inf(inity)?$/i.test(text)) return text[0] === "-" ? -Infinity : Infinity;
  return null;
}

// unknown is the message for a name that is none of the valid ones. It and the functions
// below do what those of enumerate/faults.go do.
function unknown(what, written, valid) {
  const near = nearest(written, valid);
  if (near) return `${what} ${quoted(written)}: did you mean ${near}?`;
  const more = valid.length > 40 ? `, and ${valid.length - 40} more` : "";
  return `${what} ${quoted(written)}: expected one of ${valid.slice(0, 40).join(", ")}${more}`;
}

function nearest(written, names) {
  const small = written.toLowerCase();
  let best = "", least = 0;
  if (small.length > 100) return best;
  for (const name of names) {
    const other = name.toLowerCase(), d = editDistance(small, other);
    const near = 3 * d <= Math.max(small.length, other.length) || small.length >= 3 && other.includes(small);
    if (near && (!best || d < least)) [best, least] = [name, d];
  }
  return best;
}

function editDistance(a, b) {
  let before = [], row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      let d = a[i] === b[j] ? row[j] : 1 + Math.min(row[j], row[j + 1], next[j]);
      if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]) d = Math.min(d, before[j - 1] + 1);
      next.push(d);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

// test returns the function that says whether a value of its column meets a condition
// on one column. A null meets no comparison with a value.
export function test({ any, all, holds, values }) {
  if (any || all) {
    const tests = (any ?? all).map(test);
    return any ? (v) => tests.some((meets) => meets(v)) : (v) => tests.every((meets) => meets(v));
  }
  const [less, equal, greater] = holds, [x] = values;
  if (x === null) return (v) => isNull(v) === equal;
  if (values.length > 1) {
    const set = new Set(values);
    return (v) => set.has(v);
  }
  return (v) => !isNull(v) && (v < x ? less : v > x ? greater : equal);
}

// testAtLeast does the same of a value that is a lower bound: a comparison is met if every greater
// value meets it, too.
function testAtLeast(condition) {
  const { any, all, holds, values } = condition;
  if (any || all) {
    const tests = (any ?? all).map(testAtLeast);
    return any ? (v) => tests.some((meets) => meets(v)) : (v) => tests.every((meets) => meets(v));
  }
  const [less, equal, greater] = holds;
  if (values[0] === null) return test(condition);
  return (v) => values.some((x) => !isNull(v) && greater && (v > x || equal && (less || !(v < x))));
}

// compute returns the value of a formula, a bigint, or null; get returns that of a column.
function compute({ column, capped, number, join, left, right }, get) {
  if (number) return BigInt(number);
  if (column) return isNull(get(column)) || capped && get(capped) === 1 ? null : BigInt(get(column));
  const x = compute(left, get), y = compute(right, get);
  if (x === null || y === null) return null;
  return join === "+" ? x + y : join === "-" ? x - y : x * y;
}

// testRow returns the function (columns, i) that says whether a row meets a condition on
// any columns, {name: values}.
export function testRow(condition) {
  const { any, all, column, formula } = condition;
  if (formula) {
    const meets = test({ ...condition, values: condition.values.map((x) => (Number.isInteger(x) ? BigInt(x) : x)) });
    return (columns, i) => meets(compute(formula, (name) => columns[name][i]));
  }
  if (column === null) {
    const tests = (any ?? all).map(testRow);
    return any ? (columns, i) => tests.some((meets) => meets(columns, i)) : (columns, i) => tests.every((meets) => meets(columns, i));
  }
  const meets = test(condition), capped = condition.reads.find((name) => name !== column);
  if (capped === undefined) return (columns, i) => meets(columns[column][i]);
  const meetsAtLeast = testAtLeast(condition);
  return (columns, i) => (columns[capped][i] === 1 ? meetsAtLeast : meets)(columns[column][i]);
}

// excludes reports whether no row can meet the condition, so that a row group need not
// be read. range(name) returns the range {low, high, nulls} of a column's values there,
// null if it is not known.
export function excludes({ any, all, column, holds, values }, range) {
  if (column === null && !any && !all) return false; // as it is a formula
  if (any) return any.every((c) => excludes(c, range));
  if (all) return all.some((c) => excludes(c, range));
  const known = range(column), [less, equal, greater] = holds;
  if (!known || values.some((x) => typeof x === "string")) return false;
  const { low, high, nulls } = known;
  return values.every((x) => {
    if (x === null) return equal && !nulls;
    return !(less && low < x) && !(greater && high > x) && !(equal && low <= x && x <= high);
  });
}
