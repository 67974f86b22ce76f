// The selection: its expression as text, how much it holds, and how that was counted.
import { count, counted, el, percent, replace } from "./dom.js";
import * as state from "./state.js";

// showSelection fills the place and keeps it up to date.
/** @param {import("./source.js").Dataset} dataset */
export function showSelection(place, dataset, signal, counter) {
  const field = el("input", { id: "where", name: "where", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 4000, placeholder: example(counter.axes), "aria-describedby": "where-error" });
  const clear = el("button", { type: "button", click: () => {
    state.set({ where: "" });
    field.focus();
  } }, "Clear");
  const error = el("p", { class: "error", id: "where-error", role: "alert" });
  const great = el("div", { class: "great" });
  const how = el("div", { class: "how" });
  const form = el("form", { role: "search", "aria-label": "selection", submit: (e) => {
    e.preventDefault();
    if (field.value.trim() === state.get().where) counter.again();
    else state.set({ where: field.value.trim() });
  } }, el("label", { for: "where" }, "Selection"), field, el("button", { type: "submit" }, "Apply"), clear);
  replace(place, el("div", { class: "count" }, great, differ(counter) && weights(dataset, counter, signal)), form, error, how);

  const update = (current) => {
    const { phase, where, counts, message } = current;
    if (document.activeElement !== field || phase !== "failed") field.value = where;
    clear.disabled = where === "";
    error.textContent = phase === "failed" ? message : phase === "done" && Number(counts.raw) === 0 ? nothing(dataset, current) : "";
    field.setAttribute("aria-invalid", String(phase === "failed" && current.conditions === null));
    const shown = counter.kind();
    const kinds = differ(counter) ? [shown, ...counter.kinds.filter((kind) => kind !== shown)] : ["raw"];
    replace(great, kinds.map((kind, i) => el("div", { class: i > 0 && "second" },
      el("b", {}, counts === null ? (phase === "counting" ? "…" : "?") : counted(counts[kind], kind)), el("span", {}, of(kind, counts, counter.all, dataset)))));
    place.classList.toggle("counting", phase === "counting" || phase === "failed");
    replace(how, source(current, dataset, counter));
    if (phase === "done") say(shown, counts, where, counter);
  };
  counter.on(update);
  state.on((now, before) => { if (now.weight !== before.weight) update(counter.current); }, signal);
}

// differ reports whether symmetry makes some rows stand for more than one object.
const differ = ({ all }) => String(all.raw) !== String(all.distinct);

// things names what is counted.
function things({ manifest, columns }, kind) {
  if (manifest.job === "sample") return { raw: "draws", weighted: "solutions, estimated by weights", distinct: "different solutions" }[kind];
  const unit = columns.find((c) => c.role === "weight")?.unit ?? (manifest.job === "survey" ? "puzzles" : "solutions");
  return kind === "raw" ? unit : `${unit} up to symmetry`;
}

/** @param {import("./source.js").Dataset} dataset */
function of(kind, counts, all, dataset) {
  if (counts?.from === "stats") return things(dataset, kind) + (kind === "weighted" ? interval(dataset.stats.estimates.weighted) : "");
  const whole = `of ${counted(all[kind], kind)} ${things(dataset, kind)}`;
  return counts === null ? whole : `${whole} (${percent(Number(counts[kind]) / Math.max(1, Number(all[kind])))})`;
}

// interval writes that of the estimated number of solutions, unless too few draws decide
// it: the limit is stats.FewEffectiveDraws of the program.
function interval({ solutions: { low, high, confidence }, effective_draws: draws }) {
  return draws < 100 ? "" : ` (${counted(low, "weighted").slice(1)} to ${counted(high, "weighted").slice(1)} at ${100 * confidence}%)`;
}

function weights({ manifest }, counter, signal) {
  const radio = (value, text) => {
    const input = el("input", { type: "radio", name: "weight", value, change: () => state.set({ weight: value }) });
    const follow = () => { input.checked = counter.kind() === value; };
    follow();
    state.on(follow, signal);
    return el("label", {}, input, text);
  };
  return el("fieldset", { class: "switch" }, el("legend", {}, "Count"), ...counter.kinds.map((kind) => radio(kind, (manifest.job === "sample" ? { raw: "draws", weighted: "corrected by weights", distinct: "different solutions" } : { raw: "all", distinct: "up to symmetry" })[kind])));
}

// source says where the counts come from, and shows a scan.
function source({ phase, progress, counts, conditions }, dataset, counter) {
  const button = (text, act) => el("button", { type: "button", click: act }, text);
  if (phase === "counting" && (!dataset.tables.joint || progress > 0)) {
    return [el("progress", { max: 1, value: progress, "aria-label": "rows read" }), el("span", {}, `reading ${count(dataset.rows)} rows`), button("Cancel", counter.cancel)];
  }
  if (phase === "cancelled") return [el("span", {}, "The counting was cancelled."), button("Count again", counter.again)];
  if (phase === "failed" && conditions !== null) return button("Try again", counter.again);
  if (phase !== "done" || counts.from === "stats") return null;
  return el("span", {}, counts.from === "joint" ? `counted from ${count(counts.rows)} combinations of values` : `counted from ${count(counts.rows)} rows`);
}

// nothing says why no row matches, where a single condition is the reason.
function nothing({ stats, columns }, { conditions }) {
  for (const { column, holds, values } of conditions) {
    if (!holds) continue; // it is joined by or
    if (columns.some((c) => c.name === column && c.role === "key" && c.type !== "string")) {
      const place = columns.find((c) => c.name === `place_${column}`);
      return `No row matches: ${column} is the number of an option, of table options${place ? `, and ${place.name} the placement up to symmetry` : ""}.`;
    }
    const histogram = stats.measures?.[column]?.raw.histogram;
    const equal = holds[1] && !holds[0] && !holds[2] && values.length === 1;
    if (!histogram || !equal || values[0] === null || String(values[0]) in histogram) continue;
    const near = Object.keys(histogram).reduce((a, b) => (Math.abs(Number(b) - Number(values[0])) < Math.abs(Number(a) - Number(values[0])) ? b : a));
    return `no row has ${column}=${values[0]}: the nearest is ${near}`;
  }
  return "No row matches.";
}

// example is an expression that this dataset understands.
function example(axes) {
  const shown = axes.filter((a) => a.scale === "count" && a.bars.length > 2 && !a.bars[1].null).slice(0, 2);
  if (shown.length === 0) return "all rows";
  return `all rows; for example ${shown.map((a, i) => `${a.name}${i === 0 ? ">=" : "="}${a.bars[1].low}`).join(" and ")}`;
}

// say tells a screen reader the result of a change.
function say(kind, counts, where, counter) {
  const [n, all] = [counts, counter.all].map((of) => counted(of[kind], kind));
  const text = where === "" ? `all ${all}` : `${counter.said?.where === where ? counter.said.words : where}: ${n} of ${all}`;
  const place = document.getElementById("said");
  if (place.textContent !== text) place.textContent = text;
}
