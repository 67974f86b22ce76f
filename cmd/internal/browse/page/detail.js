// One row, large: its picture, its values, its images under the symmetries, and what
// can be taken along.
import { choose } from "./choose.js";
import { download } from "./download.js";
import { count, el, plainName, replace, svg as shape } from "./dom.js";
import { conditionHere, imagesOf, imagesTable, rowOptions } from "./images.js";
import { fit, layoutOf, optionsTable, paint, pictures, shapes, svg, textLines, whyNone } from "./picture.js";
import { slim } from "./rows.js";
import { copy, png, save } from "./save.js";
import * as state from "./state.js";
import { solve } from "./survey.js";
import { instanceSolutions, written } from "./values.js";
import { work } from "./work.js";

const mostImages = 48; // that are drawn

// details returns {open(row), moved()}: open shows a row of the dataset in a dialog.
// rows returns the rows of the gallery, among which the arrow keys walk, and moved is
// called when they are others. The row is part of the address of the page.
/** @param {import("./source.js").Dataset} dataset */
export function details(dataset, signal, rows) {
  const dialog = el("dialog", { class: "detail", tabindex: -1, "aria-labelledby": "row-title", keydown: walk, close: closed });
  document.body.append(dialog);
  const steps = el("span", { class: "pager" });
  let current = null, opened = null; // the row, and the AbortController of its view

  const go = (row, options) => state.set({ row }, options);
  function closed() {
    if (current !== null) go(null);
  }

  function follow(row) {
    opened?.abort();
    opened = null;
    current = row;
    if (row === null) {
      if (dialog.open) dialog.close();
      return;
    }
    opened = new AbortController();
    if (!dialog.open) dialog.showModal();
    view(row, opened.signal);
  }

  function moved() {
    const list = rows(), at = list.indexOf(current);
    const step = (to, text) => el("button", { type: "button", disabled: to === undefined, click: () => go(to, { replace: true }) }, text);
    replace(steps, at >= 0 && [step(list[at - 1], "← Previous"), step(list[at + 1], "Next →")]);
  }

  function walk(event) {
    const list = rows(), at = list.indexOf(current);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select, pre")) return;
    event.preventDefault();
    if (list[at + step] !== undefined) go(list[at + step], { replace: true });
  }

  async function view(row, ended) {
    const body = el("div", { class: "body" }, el("p", { class: "note" }, "Loading …"));
    replace(dialog,
      el("div", { class: "bar" },
        el("h2", { id: "row-title" }, `Row ${count(row)}`),
        steps,
        el("button", { type: "button", class: "close", "aria-label": "Close", click: () => dialog.close() }, "×")),
      body);
    moved();
    dialog.scrollTop = 0;
    dialog.focus(); // what had the focus is gone, and the arrow keys go on
    try {
      if (row >= dataset.rows) throw new Error(`There is no row ${count(row)}: this dataset has ${count(dataset.rows)} rows, numbered from 0.`);
      const values = await work("values", { dataset: slim(dataset), row, names: dataset.columns.map((c) => c.name) }, { signal: ended });
      const none = whyNone(dataset);
      const [picture] = none ? [null] : await pictures(dataset, [row], [values], ended);
      if (ended.aborted) return;
      const left = el("div", { class: "large" });
      replace(body, el("div", { class: `sides ${picture ? layoutOf(picture) : ""}` }, el("div", {}, left, takeAlong(dataset, row, values, picture)), el("div", {}, facts(dataset, values))));
      if (none) replace(left, el("p", { class: "note" }, `No picture: ${none}.`));
      else replace(left, ...await board(dataset, row, values, picture));
      if (ended.aborted) return;
      body.append(...[await images(dataset, values, picture), solve(dataset, row, values, ended)].filter(Boolean));
    } catch (e) {
      if (!ended.aborted) replace(body, el("p", { class: "warning", role: "alert" }, e.message));
    }
  }

  state.on((now, before) => { if (now.row !== before.row) follow(now.row); }, signal);
  if (state.get().row !== null) follow(state.get().row);
  signal.addEventListener("abort", () => {
    opened?.abort();
    current = null;
    dialog.remove();
  });
  return { open: go, moved };
}

// facts lists the values of a row: its measures, then everything else folded.
/** @param {import("./source.js").Dataset} dataset */
function facts(dataset, values) {
  const line = (c) => el("tr", {},
    el("th", { scope: "row" }, plainName(c.name), el("small", {}, c.meaning)),
    el("td", {}, written(c, values[c.name]), c.unit && c.scale !== "yes_no" && values[c.name] !== null ? el("small", {}, c.unit) : null));
  const first = dataset.columns.filter((c) => ["measured", "weight"].includes(c.role) || c.scale);
  const others = dataset.columns.filter((c) => !first.includes(c));
  return [
    first.length > 0 ? el("table", { class: "facts" }, el("tbody", {}, first.map(line))) : null,
    others.length > 0 ? el("details", {}, el("summary", {}, others.length === 1 ? "Another column" : `The other ${others.length} columns`), el("table", { class: "facts" }, el("tbody", {}, others.map(line)))) : null,
  ];
}

// board is the large picture. Where rows have options, pieces can be picked in it, to
// ask for all rows with one there.
/** @param {import("./source.js").Dataset} dataset */
async function board(dataset, row, values, picture) {
  const drawn = svg(picture, `row ${row} of ${dataset.entry.name}`, 40);
  if (!rowOptions(dataset, values)) return [drawn];
  const options = await optionsTable(dataset), images = await imagesTable(dataset);
  /** @type {{d: string, name: string, reason?: string, text?: string, columns?: string[], button?: HTMLElement, area?: Element}[]} */
  const pieces = [...shapes(picture, 40).picks].map(([option, d]) => ({ option, d, name: options.piece[option], ...conditionHere(dataset, images, options, option) }));
  const offered = pieces.filter((p) => p.text);
  const note = el("p", { class: "note", role: "status" }, offered.length > 0
    ? "Pick a piece, in the picture or here, to select all solutions that have it in this place."
    : `Pieces cannot be picked: ${pieces[0].reason}.`);
  const pick = (piece) => {
    for (const p of offered) {
      p.button.setAttribute("aria-pressed", String(p === piece));
      p.area.classList.toggle("faded", p !== piece);
    }
    const here = `All solutions with ${piece.name} here`;
    replace(note, el("button", { type: "button", class: "chief", click: () => {
      state.set({ row: null });
      choose(dataset, piece.columns, piece.text, { replace: true }); // one step in the browser's history
    } }, images.order > 1 ? `${here}, up to symmetry` : here),
    images.order > 1 ? ` A row stands for all its images: it is selected if one of them has ${piece.name} here. ` : " ", el("code", {}, piece.text));
  };
  for (const p of pieces) {
    if (p.text) p.button = el("button", { type: "button", "aria-pressed": "false", click: () => pick(p) }, p.name);
    p.area = p.text ? shape("path", { class: "pick", d: p.d, click: () => pick(p) }) : shape("path", { class: "area", d: p.d }, shape("title", {}, p.reason));
    drawn.append(p.area);
  }
  return [drawn, el("div", { class: "picks", role: "group", "aria-label": "Pieces" }, offered.map((p) => p.button)), note];
}

// images shows what the symmetries make of a row, where they make more than one.
/** @param {import("./source.js").Dataset} dataset */
async function images(dataset, values, picture) {
  const chosen = rowOptions(dataset, values);
  const table = chosen && await imagesTable(dataset);
  if (!table || table.order === 1) return null;
  const options = await optionsTable(dataset);
  const all = imagesOf(table, chosen);
  const title = all.length === 1 ? "Every symmetry maps it to itself" : `${count(all.length)} images under ${count(table.order)} symmetries`;
  const list = el("ol", { class: "pictures small" }, all.slice(0, mostImages).map((chosen, i) =>
    el("li", {}, svg(paint(dataset.page, values, options, chosen), i === 0 ? "the row itself" : `image ${i + 1}`, 16))));
  fit(list, [picture]);
  return el("section", { class: "images" }, el("h3", {}, title),
    all.length > mostImages ? el("p", { class: "note" }, `The first ${mostImages}.`) : null, all.length > 1 && list);
}

// takeAlong is what can be copied and saved.
/** @param {import("./source.js").Dataset} dataset */
function takeAlong(dataset, row, values, picture) {
  const said = el("span", { role: "status" });
  const column = ["grid", "instance"].find((name) => typeof values[name] === "string");
  const text = column && (dataset.page.picture?.cells ? textLines(dataset.page, values[column]) : values[column]);
  const name = `${dataset.entry.name.replace(/[^\w.-]+/g, "_")}-row-${row}`;
  const button = (label, act) => el("button", { type: "button", click: async () => {
    try {
      replace(said, await act());
    } catch (e) {
      replace(said, e.message);
    }
  } }, label);
  const markup = () => new XMLSerializer().serializeToString(svg(picture, `${dataset.entry.name}, row ${row}`, 40));
  return el("div", { class: "take" }, el("p", { class: "buttons" },
    text ? button("Copy as text", () => copy(text)) : null,
    picture ? [
      button("Copy SVG", () => copy(markup())),
      button("Save SVG", () => save(new Blob([markup()], { type: "image/svg+xml" }), `${name}.svg`)),
      button("Save PNG", async () => save(await png(markup()), `${name}.png`)),
    ] : null,
    button("Copy link", () => copy(location.href)),
    dataset.server && dataset.page.can?.sheet && values[instanceSolutions(dataset.columns)] !== 0 ? [
      download(dataset, { format: "svg", show: "puzzle", rows: row }, "Save puzzle"),
      download(dataset, { format: "svg", show: "solution", rows: row }, "Save solution"),
      download(dataset, { format: "html", rows: row }, "Save page to print"),
    ] : null), said,
    text ? el("details", {}, el("summary", {}, "As text"), el("pre", { tabindex: 0 }, text)) : null,
    dataset.page.can?.config ? el("details", {}, el("summary", {}, "The config of the run"), button("Copy config", () => copy(dataset.page.can.config)), el("pre", { tabindex: 0 }, dataset.page.can.config)) : null);
}
