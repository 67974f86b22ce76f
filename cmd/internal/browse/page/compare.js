// Two datasets beside each other: a sample and its census, two samplers, two boards.
import { axesOf, barsOf } from "./axes.js";
import { files, kindOf, kindsOf, stillness, totals } from "./counter.js";
import { differ, meanOf } from "./differ.js";
import { counted as written, el, percent, plainName, replace, svg } from "./dom.js";
import { showGallery } from "./gallery.js";
import { height, foot, labels, width } from "./histograms.js";
import { openDataset } from "./source.js";
import * as state from "./state.js";
import { parse } from "./where.js";
import { work } from "./work.js";

// showComparison fills the place with a choice of a second dataset, and with what both
// count. The gallery of the second one goes where the first one's is.
export function showComparison(place, dataset, signal) {
  const others = dataset.list.filter((x) => x.id !== dataset.id && ["complete", "limited"].includes(x.state));
  if (others.length === 0) return;
  const select = el("select", { id: "with", change: () => state.set({ with: select.value === "" ? null : Number(select.value) }) },
    el("option", { value: "" }, "nothing"), others.map((x) => el("option", { value: x.id }, x.folder || x.title || x.name)));
  const body = el("div", { class: "compared" }), beside = document.getElementById("beside");
  replace(place, el("h2", { class: "spoken" }, "Comparison"), el("p", { class: "choice" }, el("label", { for: "with" }, "Compare with "), select), body);
  let opened = null; // AbortController of the second dataset

  async function follow(id) {
    opened?.abort();
    opened = null;
    select.value = others.some((x) => x.id === id) ? id : "";
    replace(body);
    replace(beside);
    if (select.value === "") return;
    opened = new AbortController();
    const mine = opened.signal;
    try {
      const entry = others.find((x) => x.id === id);
      const other = { ...await openDataset(entry), server: dataset.server };
      if (mine.aborted) return;
      compare(body, [dataset, other], mine);
      showGallery(beside, other, mine, null, true);
    } catch (e) {
      if (!mine.aborted) replace(body, el("p", { class: "warning", role: "alert" }, e.message));
    }
  }

  state.on((now, before) => { if (now.with !== before.with) follow(now.with); }, signal);
  signal.addEventListener("abort", () => {
    opened?.abort();
    replace(beside);
  });
  follow(state.get().with);
}

// commonAxes makes axes of the measures that both datasets have, with bars for the
// values of either. It leaves out those with too many values for stats.json to list.
function commonAxes([one, other]) {
  const measures = {};
  for (const [name, m] of Object.entries(one.stats.measures ?? {})) {
    const n = other.stats.measures?.[name];
    if (!m.raw.histogram || !n?.raw.histogram) continue;
    const histogram = Object.fromEntries([m, n].flatMap((x) => Object.keys(x.raw.histogram).map((v) => [v, 1])));
    const nulls = m.raw.nulls ?? n.raw.nulls;
    measures[name] = { ...m, raw: { histogram, nulls, median: m.raw.median }, distinct: { histogram, nulls } };
  }
  return axesOf({ columns: one.columns, stats: { ...one.stats, measures } });
}

// all returns the counts of all rows, which stats.json has: {raw, distinct, bars}.
function all(dataset, axes) {
  const bars = {};
  for (const axis of axes) {
    bars[axis.name] = {};
    for (const weight of ["raw", "distinct"]) {
      const of = dataset.stats.measures[axis.name][weight], entries = Object.entries(of.histogram);
      const counts = new Float64Array(axis.bars.length);
      barsOf(axis, entries.map(([v]) => Number(v))).forEach((bar, i) => { counts[bar] += Number(entries[i][1]); });
      if (of.nulls !== undefined) counts[counts.length - 1] = Number(of.nulls);
      bars[axis.name][weight] = counts;
    }
  }
  return { ...totals(dataset), bars };
}

function compare(place, datasets, signal) {
  const axes = commonAxes(datasets);
  if (axes.length === 0) {
    replace(place, el("p", { class: "note" }, "These datasets have no measure in common."));
    return;
  }
  const key = el("p", { class: "note key" }), cards = el("div", { class: "cards" }), note = el("p", { class: "note", role: "status" });
  replace(place, key, cards, note);
  let asked = null;

  async function follow() {
    asked?.abort();
    asked = new AbortController();
    const mine = asked.signal, { where } = state.get();
    place.classList.add("counting");
    const slow = setTimeout(() => place.classList.add("unknown"), stillness); // so long the counts before may be seen
    try {
      const counts = await Promise.all(datasets.map((d) => counted(d, axes, where, mine)));
      if (!mine.aborted) draw(counts);
    } catch (e) {
      if (!mine.aborted) {
        replace(key);
        replace(cards);
        replace(note, e.message);
      }
    }
    clearTimeout(slow);
    if (!mine.aborted) place.classList.remove("counting", "unknown");
  }

  function draw(counts) {
    const kinds = datasets.map((d) => kindOf(kindsOf(d)));
    const drawn = datasets.map((d) => d.manifest.job === "sample");
    const judged = drawn.every((sample, i) => !sample || kinds[i] === "raw");
    replace(key, datasets.map((d, i) => {
      const [n, whole] = [counts[i], totals(d)].map((of) => written(of[kinds[i]], kinds[i]));
      return el("span", { class: i === 0 ? "one" : "other" }, `${title(d)}: ${n}${n === whole ? "" : ` of ${whole}`}`);
    }));
    const sides = axes.map((axis) => counts.map((c, i) => ({ counts: Array.from(c.bars[axis.name][kinds[i]]), kind: kinds[i], drawn: drawn[i] && kinds[i] === "raw" })));
    replace(cards, axes.map((axis, k) => card(axis, sides[k], datasets.map(title), judged && differ(...sides[k]))));
    replace(note, kinds.includes("weighted") ? "Draws that are corrected by their weights have intervals in stats.json: differences are marked where draws are counted."
      : !judged ? "Classes that a sample has seen are no draws: differences are marked where all are counted."
      : drawn.includes(true) ? "≠ marks what differs by more than chance (chi-square, p below 0.001). Means of draws have their 95% intervals."
        : "≠ marks measures of which a share differs.");
  }

  state.on((now, before) => { if (now.where !== before.where || now.weight !== before.weight) follow(); }, signal);
  signal.addEventListener("abort", () => asked?.abort());
  follow();
}

const title = ({ entry }) => entry.title && entry.title !== entry.name ? `${entry.title} (${entry.name})` : entry.name;

// counted counts the rows of one dataset that match, as the histograms do.
async function counted(dataset, axes, where, signal) {
  let conditions;
  try {
    conditions = parse(dataset.columns, where);
  } catch (e) {
    throw new Error(`${dataset.entry.name}: ${e.message}`);
  }
  if (conditions.length === 0 && !kindsOf(dataset).includes("weighted")) return all(dataset, axes);
  return work("count", { dataset: files(dataset), axes, conditions, purpose: "compare" }, { signal, progress() {} });
}

// card shows the shares of both datasets, bar beside bar.
function card({ name, bars, meaning, scale }, sides, names, differs) {
  const step = Math.min(width / bars.length, 48), left = (width - step * bars.length) / 2;
  const totals = sides.map(({ counts }) => Math.max(1, counts.reduce((a, n) => a + n, 0)));
  const shares = sides.map(({ counts }, k) => counts.map((c) => c / totals[k]));
  const top = Math.max(...shares.flat(), 1e-9);
  const rects = bars.flatMap((bar, i) => shares.map((s, k) => {
    const tall = height * s[i] / top;
    return svg("rect", { class: k === 0 ? "one" : "other", x: left + (i + 0.12 + 0.38 * k) * step, width: 0.38 * step, y: height - tall, height: tall },
      svg("title", {}, `${bar.label}: ${percent(shares[0][i])} and ${percent(shares[1][i])}`));
  }));
  const means = scale === "nominal" ? [] : sides.map((s) => meanOf(s, bars)).filter(Boolean);
  const write = ({ mean, margin }) => digits(mean) + (margin > 0 ? ` (${digits(mean - margin)} to ${digits(mean + margin)})` : "");
  const said = means.length < 2 ? "" : `mean ${write(means[0])} and ${write(means[1])}`;
  return el("article", { class: "measure" },
    el("div", { class: "title" }, el("h3", { title: meaning }, plainName(name)), differs && el("span", { class: "mark" }, "≠ differs")),
    svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height + foot}`, role: "img", "aria-label": `${plainName(name)}: ${said || "shares of both datasets"}${differs ? ", differs" : ""}` },
      svg("path", { class: "rule", d: `M0 ${height + 0.5}H${width}` }), rects, labels(bars, left, step)),
    el("p", { class: "reading" }, said),
    el("details", {}, el("summary", {}, "Numbers"), el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": `numbers of ${plainName(name)}` }, el("table", {},
      el("thead", {}, el("tr", {}, ["", ...names].map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, bars.map((bar, i) => el("tr", {}, el("th", { scope: "row" }, bar.label),
        sides.map(({ counts, kind }, k) => el("td", {}, written(counts[i], kind), el("small", {}, percent(shares[k][i])))))))))));
}

const digits = (x) => String(Number(x.toPrecision(4)));
