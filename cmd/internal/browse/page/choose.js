// Choosing bars of a histogram, as conditions of the selection and back.
import * as state from "./state.js";
import { excludes, parse, test, write } from "./where.js";

// chosen says of each bar of an axis whether the conditions on its measure let it
// through: "all", "part" or "none"; null if there is no such condition.
export function chosen({ name, bars }, conditions) {
  const mine = conditions.filter((c) => c.column === name);
  if (mine.length === 0) return null;
  return bars.map((bar) => {
    if (bar.null) return mine.every((c) => test(c)(null)) ? "all" : "none";
    if (mine.some((c) => excludes(c, { low: bar.low, high: bar.high, nulls: false }))) return "none";
    const whole = mine.every((c) => test(c)(bar.low) && test(c)(bar.high) && (bar.low === bar.high || c.values.length === 1 && !hole(c, bar)));
    return whole ? "all" : "part";
  });
}

// hole reports whether a condition with != takes a value out of the middle of a bar.
const hole = ({ holds, values: [x] }, { low, high }) => holds[0] && holds[2] && !holds[1] && low < x && x < high;

// expression writes the condition that chooses bars by their numbers: an equality, a
// range, or a list of values. Bars that stand for ranges cannot be in a list: then all
// between the first and the last are chosen, and missing values are not. "" stands
// for no condition.
export function expression({ name, type, scale, bars }, numbers) {
  let list = [...new Set(numbers)].sort((a, b) => a - b);
  if (list.length === 0 || list.length === bars.length) return "";
  const single = bars.every((b) => b.null || b.low === b.high);
  if (!single && list.length > 1) list = list.filter((i) => !bars[i].null);
  const first = bars[list[0]], last = bars[list.at(-1)];
  const value = ({ low, null: missing }) => (missing ? "null" : type === "bool" ? String(low === 1) : String(low));
  if (list.length === 1 && (first.null || first.low === first.high)) return `${name}=${value(first)}`;
  const together = list.at(-1) - list[0] === list.length - 1 && scale === "count" && !last.null;
  if (single && !together) return `${name} in (${list.map((i) => value(bars[i])).join(", ")})`;
  return `${name}>=${first.low} and ${Number.isSafeInteger(last.high) ? `${name}<=${last.high}` : `${name}<${BigInt(last.high)}`}`;
}

// choose puts an expression in the place of all conditions on a measure.
export function choose(dataset, name, text, options) {
  let conditions = [];
  try {
    conditions = parse(dataset.columns, state.get().where);
  } catch {
    // What is written is no expression: the choice takes its place.
  }
  const at = conditions.findIndex((c) => c.column === name);
  const rest = conditions.filter((c) => c.column !== name);
  if (text) rest.splice(at < 0 ? rest.length : conditions.slice(0, at).filter((c) => c.column !== name).length, 0, { text });
  state.set({ where: write(rest) }, options);
}

// words says in words which bars are chosen: "3 to 5", "1, 4 and 9".
export function words({ bars }, numbers) {
  const list = [...new Set(numbers)].sort((a, b) => a - b);
  const labels = list.map((i) => bars[i].label);
  if (list.length > 2 && list.at(-1) - list[0] === list.length - 1) return `${labels[0].split(" to ")[0]} to ${labels.at(-1).split(" to ").at(-1)}`;
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}
