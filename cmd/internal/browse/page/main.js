// Starts the page: reads the list of datasets, opens the one that the address names,
// and gives its parts their places. A part is a function (place, dataset, signal,
// counter): it fills its place, listens to the state and to the counter, and ends when
// the signal is aborted.
import { startCounter } from "./counter.js";
import { el, plainName, replace } from "./dom.js";
import { offerExploring, showExploring } from "./explore.js";
import { showGallery } from "./gallery.js";
import { showHeat } from "./heat.js";
import { showHistograms } from "./histograms.js";
import { showSelection } from "./selection.js";
import { getJSON, openDataset } from "./source.js";
import * as state from "./state.js";
import { showStatus } from "./status.js";

const place = (id) => document.getElementById(id);

// The parts of the page, by the ids of their places.
/** @type {[string, (place: HTMLElement, dataset: import("./source.js").Dataset, signal: AbortSignal, counter: any) => void][]} */
const parts = [
  ["explore", offerExploring],
  ["selection", showSelection],
  ["measures", showHistograms],
  ["gallery", showGallery],
  ["heat", showHeat],
];

/** @type {json.DatasetList} */
let list = null; // datasets.json
let shown = null; // AbortController of the dataset that is shown

async function show() {
  shown?.abort();
  shown = new AbortController();
  const { signal } = shown;
  for (const id of ["explore", "selection", "measures", "gallery", "heat"]) replace(place(id));
  const entry = list.datasets.find((x) => x.id === state.get().d);
  head(entry ?? /** @type {json.Entry} */ ({ id: -1, name: "No such dataset" }));
  if (!entry) return;
  if (entry.state === "config") {
    showExploring(place("explore"), entry, signal);
    return;
  }
  if (entry.state !== "complete" && entry.state !== "limited") {
    showStatus(place("selection"), entry, list.server, signal);
    return;
  }
  replace(place("selection"), el("p", { class: "note" }, "Loading …"));
  try {
    const dataset = await openDataset(entry, list);
    if (signal.aborted) return;
    head(entry, dataset.page.headline.slice(1), entry.message); // its first line says what the selection's counts say
    const counter = await startCounter(dataset, signal);
    if (signal.aborted) return;
    for (const [id, part] of parts) part(place(id), dataset, signal, counter);
  } catch (e) {
    if (!signal.aborted) fail(e);
  }
}

// head writes what is above the selection.
function head({ id, name, title, family, job, folder }, lines = [], note = "") {
  const best = title || name || folder || "dataset";
  document.title = `${best} · coverstat`;
  const choice = list.datasets.length > 1 || id < 0
    ? el("label", { class: "choice" }, "Dataset ", el("select", { change: (e) => state.set({ d: Number(e.target.value) }) },
      list.datasets.map((x) => el("option", { value: x.id, selected: x.id === id }, x.folder || x.title || x.name))))
    : null;
  replace(place("head"),
    el("div", { class: "top" },
      el("p", { class: "over" }, [family, job, best !== name && name].filter(Boolean).map(plainName).join(" · ")), choice),
    el("h1", {}, best),
    lines.map((line) => el("p", { class: "lead" }, line)),
    note && el("p", { class: "warning" }, note));
}

function fail(e) {
  replace(place("selection"), el("p", { class: "warning", role: "alert" }, e.message));
}

async function start() {
  state.start();
  try {
    list = await getJSON("datasets.json");
  } catch (e) {
    replace(place("head"), el("p", { class: "over" }, "coverstat"), el("h1", {}, "No datasets"));
    fail(e);
    return;
  }
  replace(place("foot"), `coverstat ${list.program}. The page only reads the dataset and asks nothing of other hosts.`);
  state.on((now, before) => { if (now.d !== before.d) show(); });
  await show();
}

start();
