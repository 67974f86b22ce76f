// The counter keeps the counts of the selection up to date, for all parts of the page.
import { axesOf } from "./axes.js";
import * as state from "./state.js";
import { parse } from "./where.js";
import { work } from "./work.js";

// A new scan of the rows waits until the selection has been still for so many
// milliseconds; the joint histogram answers at once.
const stillness = 250;

// startCounter returns a promise of a counter of a dataset:
//
//   axes          as axesOf makes them
//   all           the counts without a selection, see below
//   kinds         what can be counted: raw and distinct, and weighted of weighted draws
//   kind()        the one that is shown
//   current       the counts, see below
//   on(listener)  calls listener(current) now and after each change
//   cancel()      ends a scan; again() starts it anew
//   said          the last choice in words, {where, words}, for screen readers
//
// current is {phase, where, conditions, message, progress, counts}. phase is
// "counting", "done", "cancelled" or "failed" (message says why; conditions is null
// if the expression is at fault). counts are {raw, distinct, weighted, bars: {name: {raw,
// distinct, weighted}}, from, rows}, where from is "stats", "joint" or "rows"; null if they are
// not known. While the joint histogram is asked, which takes a moment, they are still
// those of the selection before.
/** @param {import("./source.js").Dataset} dataset */
export async function startCounter(dataset, signal) {
  const axes = axesOf(dataset), kinds = kindsOf(dataset);
  const all = { ...totals(dataset), bars: {}, from: "stats", rows: 0 };
  for (const { name, raw, distinct } of axes) all.bars[name] = { raw, distinct };
  if (kinds.includes("weighted")) { // stats.json has shares alone, and not of all values
    const { bars } = await work("count", { dataset: files(dataset), axes, conditions: [] }, { signal });
    for (const { name } of axes) all.bars[name].weighted = bars[name].weighted;
  }
  const listeners = new Set();
  const kind = () => kindOf(kinds);
  const counter = { axes, all, kinds, kind, said: null, current: { phase: "done", where: "", conditions: [], message: "", progress: 0, counts: all } };
  let job = null; // AbortController of the count that goes on

  const become = (changes) => {
    counter.current = { ...counter.current, ...changes };
    for (const listener of listeners) listener(counter.current);
  };

  const start = async () => {
    job?.abort();
    const mine = (job = new AbortController());
    const { where } = state.get();
    let conditions;
    try {
      conditions = parse(dataset.columns, where);
    } catch (e) {
      become({ phase: "failed", where, conditions: null, message: e.message, counts: null });
      return;
    }
    if (conditions.length === 0) {
      become({ phase: "done", where, conditions, message: "", counts: all });
      return;
    }
    if (dataset.manifest.road && !byJoint(dataset, conditions)) {
      become({ phase: "failed", where, conditions: null, message: "There are no rows to count: the selection only chooses among the examples.", counts: null });
      return;
    }
    become({ phase: "counting", where, conditions, message: "", progress: 0 });
    try {
      if (!byJoint(dataset, conditions)) await new Promise((resolve) => setTimeout(resolve, stillness));
      mine.signal.throwIfAborted();
      if (!byJoint(dataset, conditions)) become({ counts: null });
      const counts = await work("count", { dataset: files(dataset), axes, conditions }, {
        signal: mine.signal,
        progress: (progress) => become({ progress }),
      });
      become({ phase: "done", counts });
    } catch (e) {
      if (e.name !== "AbortError") become({ phase: "failed", message: e.message, counts: null });
    }
  };

  counter.on = (listener) => {
    listeners.add(listener);
    listener(counter.current);
  };
  counter.cancel = () => {
    job?.abort();
    become({ phase: "cancelled", counts: null });
  };
  counter.again = start;
  state.on((now, before) => { if (now.where !== before.where) start(); }, signal);
  signal.addEventListener("abort", () => job?.abort());
  if (state.get().where !== "") start();
  // The joint histogram is read before somebody waits for it.
  else if (dataset.tables.joint) work("count", { dataset: files(dataset), axes, conditions: [] }, { signal }).catch(() => {});
  return counter;
}

// kindsOf lists what can be counted of a dataset, and kindOf is the one of them that is
// shown.
/** @param {{stats: json.Document}} dataset */
const kindsOf = ({ stats }) => (stats.estimates?.weighted ? ["raw", "weighted", "distinct"] : ["raw", "distinct"]);
const kindOf = (kinds) => (kinds.includes(state.get().weight) ? state.get().weight : "raw");

// totals are what a dataset counts without a selection: {raw, distinct, weighted}.
/** @param {{stats: json.Document}} dataset */
function totals({ stats: { solutions, instances, samples, estimates } }) {
  const { raw, distinct } = solutions ?? instances ?? { raw: samples.drawn, distinct: samples.distinct };
  return { raw, distinct, weighted: estimates?.weighted?.solutions.estimate };
}

// files is what the worker needs of a dataset.
const files = ({ id, columns, rows, parts, tables, stats }) =>
  ({ id, columns, rows, parts, tables, drawn: stats.estimates?.weighted ? Number(stats.samples.drawn) : null });

// byJoint reports whether the joint histogram answers, without a scan of the rows.
/** @param {import("./source.js").Dataset} dataset */
function byJoint({ tables: { joint }, stats }, conditions) {
  return joint !== undefined && !stats.estimates?.weighted && conditions.every((c) => c.columns.every((name) => joint.columns.some((x) => x.name === name)));
}
