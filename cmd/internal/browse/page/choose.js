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
// range, or a list of values. Bars that stand for ranges cannot be a list: then all
// between the first and the last are chosen. "" stands for no condition.
export function expression({ name, type, scale, bars }, numbers) {
  const list = [...new Set(numbers)].sort((a, b) => a - b);
  if (list.length === 0 || list.length === bars.length) return "";
  const last = list.at(-1);
  if (bars[last].null) {
    // A value that is missing is in no range.
    if (list.length === 1) return `${name}=null`;
    if (list.length === bars.length - 1) return ""; // cannot be said
    return expression({ name, type, scale, bars }, list.slice(0, -1));
  }
  const value = (v) => (type === "bool" ? String(v === 1) : String(v));
  if (list.length === 1 && bars[last].low === bars[last].high) return `${name}=${value(bars[last].low)}`;
  const single = bars.every((b) => b.null || b.low === b.high);
  const together = last - list[0] === list.length - 1 && scale !== "nominal";
  if (single && !together) return `${name} in (${list.map((i) => value(bars[i].low)).join(", ")})`;
  const { low } = bars[list[0]], { high } = bars[last];
  return `${name}>=${low} and ${Number.isSafeInteger(high) ? `${name}<=${high}` : `${name}<${BigInt(high)}`}`;
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
  if (list.length > 2 && list.at(-1) - list[0] === list.length - 1) return `${labels[0].split(" ")[0]} to ${labels.at(-1).split(" ").at(-1)}`;
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}
