// The gallery: pictures of the rows that match, a page at a time.
import { details } from "./detail.js";
import { count, el, plainName, replace } from "./dom.js";
import { downloads } from "./download.js";
import { firstOrder, plainOrder } from "./orders.js";
import { drawnColumns, fit, pictures, svg, whyNone } from "./picture.js";
import { slim } from "./rows.js";
import * as state from "./state.js";
import { instanceSolutions, sortable, textColumn, written } from "./values.js";
import { parse } from "./where.js";
import { work } from "./work.js";

const size = 24; // pictures of a page

// captions are the columns whose values stand below the pictures: the one that rows
// are sorted by, then the number of solutions, then those of the selection.
/** @param {import("./source.js").Dataset} dataset */
function captions(dataset, now) {
  let chosen = [];
  try {
    chosen = parse(dataset.columns, now.where).flatMap((c) => c.columns);
  } catch {
    // The selection has an error, which stands beside it.
  }
  const names = [now.order.replace(/^-/, ""), instanceSolutions(dataset.columns), ...chosen];
  return [...new Set(names)].map((name) => dataset.columns.find((c) => c.name === name && c.role !== "key")).filter(Boolean).slice(0, 3);
}

// showGallery fills the place with the gallery of a dataset.
/** @param {import("./source.js").Dataset} dataset */
export function showGallery(place, dataset, signal) {
  if (dataset.rows === 0 && dataset.manifest.road) {
    replace(place);
    return;
  }
  const none = whyNone(dataset);
  const list = el("ol", { class: "pictures", keydown: move });
  const note = el("p", { class: "note" });
  const turn = (by, text) => el("button", { type: "button", click: () => state.set({ page: state.get().page + by }) }, text);
  const [back, range, on] = [turn(-1, "← Previous"), el("span"), turn(1, "Next →")];
  const pager = el("p", { class: "pager", hidden: true }, back, range, on);
  const title = el("h2", {}, dataset.examples ? "Examples" : "Gallery");
  replace(place, el("div", { class: "bar" }, title, chooser(dataset, signal), downloads(dataset, signal)), note, list, pager);
  if (none) replace(note, `No pictures: ${none}.`);

  let asked = null; // AbortController of the page that is being made
  // The next page is read while one looks at this one, as rows that lie far apart take
  // a second or two of millions: {key, found, job}.
  let next = null;
  let rows = []; // that are shown
  const large = details(dataset, signal, () => rows);

  // find asks for a page: {key, found, job}.
  function find({ where, order, seed, page }, names, progress) {
    const question = { where, order, seed, page, size, names }, key = JSON.stringify(question);
    if (next?.key === key) return next;
    next?.job.abort();
    const job = new AbortController();
    return { key, job, found: work("rows", { dataset: slim(dataset), ...question }, { signal: job.signal, progress }) };
  }

  async function show(address) {
    const now = { ...address, order: plainOrder(dataset.columns, address.order || firstOrder(dataset)) };
    asked?.abort();
    const mine = asked = new AbortController();
    const shown = captions(dataset, now);
    const names = [...new Set([...(none ? [] : drawnColumns(dataset.page)), ...shown.map((c) => c.name), ...(none ? [textColumn(dataset)] : [])].filter(Boolean))];
    list.setAttribute("aria-busy", "true");
    const slow = setTimeout(() => list.classList.add("waiting"), 150);
    try {
      const search = find(now, names, (share) => {
        if (asked !== mine || none) return;
        replace(note, share.fetched === undefined
          ? `Looking through ${count(dataset.rows)} rows: ${Math.round(100 * share)}%`
          : share.fetched < 1 ? `Reading ${size} of ${count(dataset.rows)} rows: ${Math.round(100 * share.fetched)}%` : "");
      });
      mine.signal.addEventListener("abort", () => search.job.abort());
      const found = await search.found;
      const painted = none ? [] : await pictures(dataset, found.rows, found.values, mine.signal);
      if (mine.signal.aborted) return;
      rows = found.rows;
      large.moved();
      if (!none) replace(note, dataset.manifest.job === "sample" && "Each row has its canonical form: of all its images, the one with the least option numbers.");
      const widths = fit(list, painted);
      replace(list, rows.map((row, i) => el("li", {}, card(row, painted[i], widths[i], shown, found.values[i], i))));
      if (rows.length === 0) replace(note, now.page > 0 && found.matches !== 0 ? "There are no more rows." : "No row matches.");
      const last = turnPages(now.page, found);
      if (!last) {
        const ahead = next = find({ ...now, page: now.page + 1 }, names);
        ahead.found.catch(() => { if (next === ahead) next = null; });
      }
    } catch (e) {
      if (mine.signal.aborted) return;
      replace(list);
      pager.hidden = true;
      replace(note, e.message);
    } finally {
      clearTimeout(slow);
      if (asked === mine) {
        list.removeAttribute("aria-busy");
        list.classList.remove("waiting");
      }
    }
  }

  function card(row, painted, width, shown, values, i) {
    const drawn = painted && svg(painted, "", cellFor(painted));
    if (drawn) drawn.style.width = width;
    return el("button", {
      type: "button", class: "picture", tabindex: i === 0 ? 0 : -1, "data-row": row,
      click: () => large.open(row),
    }, drawn ?? el("code", {}, [values[textColumn(dataset)] ?? ""].flat().join(" ")),
    el("span", { class: "caption" }, shown.map((c) => [`${plainName(c.name)} `, el("b", {}, written(c, values[c.name])), el("br")]), `${dataset.examples ? "example" : "row"} ${count(row)}`));
  }

  // turnPages brings the buttons below the pictures up to date, and reports whether this
  // is the last page.
  function turnPages(page, { rows, matches }) {
    const from = page * size;
    const last = matches === null ? rows.length < size : from + rows.length >= matches;
    const held = [back, on].find((button) => button === document.activeElement);
    pager.hidden = matches === 0;
    back.disabled = page === 0;
    on.disabled = last;
    replace(range, rows.length === 0 ? "" : `${count(from + 1)} to ${count(from + rows.length)}${matches === null ? "" : ` of ${count(matches)} ${matches === 1 ? "row" : "rows"}`}`);
    if (held?.disabled) (held === on ? back : on).focus();
    return last;
  }

  // move lets the arrow keys walk through the pictures.
  function move(event) {
    const cards = [...list.querySelectorAll("button.picture")], at = cards.indexOf(document.activeElement);
    if (at < 0) return;
    const top = (e) => e.getBoundingClientRect().top;
    const columns = Math.max(1, cards.findIndex((e) => top(e) > top(cards[0]) + 1));
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, Home: -at, End: cards.length - 1 - at }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = cards[at + step];
    if (!next) return;
    cards[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  const watched = ["where", "order", "seed", "page"];
  state.on((now, before) => {
    if (watched.some((key) => now[key] !== before[key])) show(now);
  }, signal);
  signal.addEventListener("abort", () => {
    asked?.abort();
    next?.job.abort();
  });
  show(state.get());
}

// cellFor is the side of a cell such that pictures of any size have lines of about
// the same width.
function cellFor({ cells, scale, left }) {
  const widest = cells.reduce((most, { o }) => Math.max(most, o[0] * (scale?.[0] ?? 1)), 0) + (left ? 3 : 0);
  return Math.min(28, Math.max(6, Math.round(180 / (widest + 1))));
}

// chooser lets people choose the order of the pictures.
/** @param {import("./source.js").Dataset} dataset */
function chooser(dataset, signal) {
  const option = (value, text) => el("option", { value }, text);
  const columns = dataset.columns.filter(sortable);
  const select = el("select", { id: "order", change: () => state.set({ order: select.value }) },
    option("row", "row number"), firstOrder(dataset) === "solvable" && option("solvable", "row number, with a solution"), option("random", "at random"),
    columns.map((c) => [option(c.name, `${plainName(c.name)}, least first`), option(`-${c.name}`, `${plainName(c.name)}, greatest first`)]));
  const others = el("button", { type: "button", click: () => state.set({ seed: state.get().seed + 1 }) }, "Others");
  const follow = ({ order }) => {
    select.value = plainOrder(dataset.columns, order || firstOrder(dataset));
    others.hidden = select.value !== "random";
  };
  follow(state.get());
  state.on(follow, signal);
  return el("span", { class: "chooser" }, el("label", { for: "order" }, "Order "), select, " ", others);
}
