// Choosing bars of a histogram, as conditions of the selection and back.
import * as state from "./state.js";
import { excludes, parse, test, write, writeName } from "./where.js";

// chosen says of each bar of an axis whether the conditions on its measure alone let it
// through: "all", "part" or "none"; null if there is no such condition.
export function chosen({ name, bars }, conditions) {
  const mine = conditions.filter((c) => c.column === name);
  if (mine.length === 0) return null;
  return bars.map((bar) => {
    if (bar.null) return mine.every((c) => test(c)(null)) ? "all" : "none";
    if (mine.some((c) => excludes(c, () => ({ low: bar.low, high: bar.high, nulls: false })))) return "none";
    return mine.every((c) => covers(c, bar)) ? "all" : "part";
  });
}

// covers reports whether a condition is known to let all values of a bar through.
function covers(c, bar) {
  if (c.any) return c.any.some((part) => covers(part, bar));
  if (c.all) return c.all.every((part) => covers(part, bar));
  const meets = test(c);
  return meets(bar.low) && meets(bar.high) && (bar.low === bar.high || c.values.length === 1 && !hole(c, bar));
}

// hole reports whether a condition with != takes a value out of the middle of a bar.
const hole = ({ holds, values: [x] }, { low, high }) => x !== null && holds[0] && holds[2] && !holds[1] && low < x && x < high;

// expression writes the condition that chooses bars by their numbers: an equality,
// ranges, or a list of values; the last bar of values that may be lower bounds has no upper end. "" stands
// for no condition.
export function expression({ name, type, scale, bars, atLeast }, numbers) {
  const list = [...new Set(numbers)].sort((a, b) => a - b);
  if (list.length === 0 || list.length === bars.length) return "";
  const column = writeName(name), single = bars.every((b) => b.null || b.low === b.high);
  const value = ({ low }) => (type === "bool" ? String(low === 1) : String(low));
  const last = bars.findLastIndex((b) => !b.null), open = (atLeast ?? null) !== null;
  const range = (from, to) => {
    const { low } = bars[from], { high } = bars[to];
    if (open && to === last && high >= atLeast) return `${column}>=${low}`;
    if (low === high) return `${column}=${value(bars[from])}`;
    return `${column}>=${low} and ${Number.isSafeInteger(high) ? `${column}<=${high}` : `${column}<${BigInt(high)}`}`;
  };
  const runs = []; // of bars beside each other: [first, last]
  for (const i of list) {
    if (bars[i].null) continue;
    if (runs.at(-1)?.[1] === i - 1) runs.at(-1)[1] = i;
    else runs.push([i, i]);
  }
  const valued = list.filter((i) => !bars[i].null);
  const listed = single && !open && valued.length > 1 && (runs.length > 1 || scale !== "count");
  const parts = listed ? [`${column} in (${valued.map((i) => value(bars[i])).join(", ")})`] : runs.map(([from, to]) => range(from, to));
  if (valued.length < list.length) parts.push(`${column} is null`);
  return parts.join(" or ");
}

// choose puts an expression in the place of all conditions that are about these columns
// alone.
/** @param {import("./source.js").Dataset} dataset @param {string[]} columns @param {string} text @param {{replace?: boolean}} [options] */
export function choose(dataset, columns, text, options) {
  let conditions = [];
  try {
    conditions = parse(dataset.columns, state.get().where);
  } catch {
    // What is written is no expression: the choice takes its place.
  }
  const own = (c) => c.columns.every((name) => columns.includes(name));
  const at = conditions.findIndex(own);
  const rest = conditions.filter((c) => !own(c));
  rest.splice(at < 0 ? rest.length : at, 0, ...parse(dataset.columns, text));
  state.set({ where: write(rest) }, options);
}

// words says in words which bars are chosen: "3 to 5", "1, 4 and 9".
export function words({ bars }, numbers) {
  const list = [...new Set(numbers)].sort((a, b) => a - b);
  const labels = list.map((i) => bars[i].label);
  if (list.length > 2 && list.at(-1) - list[0] === list.length - 1) return `${labels[0].split(" to ")[0]} to ${labels.at(-1).split(" to ").at(-1)}`;
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}
