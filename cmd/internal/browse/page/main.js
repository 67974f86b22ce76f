// Starts the page: reads the list of datasets, opens the one that the address names,
// and gives its parts their places. A part is a function (place, dataset, signal):
// it fills its place, listens to the state, and ends when the signal is aborted.
import { el, plainName, replace } from "./dom.js";
import { getJSON, openDataset } from "./source.js";
import * as state from "./state.js";

const place = (id) => document.getElementById(id);

// The parts of the page, by the ids of their places.
const parts = [
];

let list = null; // datasets.json
let shown = null; // AbortController of the dataset that is shown

async function show() {
  shown?.abort();
  shown = new AbortController();
  const { signal } = shown;
  for (const id of ["selection", "measures", "gallery"]) replace(place(id));
  const { d } = state.get();
  const entry = list.datasets.find((x) => x.id === d);
  if (!entry) {
    fail(new Error(`There is no dataset ${d} here.`));
    return;
  }
  document.title = `${entry.title || entry.name || entry.folder} · coverstat`;
  try {
    const dataset = await openDataset(entry);
    if (signal.aborted) return;
    head(entry, dataset);
    for (const [id, part] of parts) part(place(id), dataset, signal);
  } catch (e) {
    if (!signal.aborted) fail(e);
  }
}

function head(entry, dataset) {
  replace(place("head"),
    el("p", { class: "over" }, [entry.family, entry.job, entry.title && entry.title !== entry.name ? entry.name : ""].filter(Boolean).map(plainName).join(" · ")),
    el("h1", {}, entry.title || entry.name),
    dataset.page.headline.map((line) => el("p", { class: "lead" }, line)));
}

function fail(e) {
  replace(place("selection"), el("p", { class: "warning", role: "alert" }, e.message));
}

async function start() {
  state.start();
  try {
    list = await getJSON("datasets.json");
  } catch (e) {
    fail(e);
    return;
  }
  state.on((now, before) => { if (now.d !== before.d) show(); });
  await show();
}

start();
