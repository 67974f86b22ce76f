// What all solutions do if a piece lies here: the board as a map of how often a piece covers each cell, the placements of
// a cell with their numbers, a solution at random; all of this under what was given and forbidden. The server answers each
// question from the diagram of all solutions, and the page asks one at a time.
import { count, el, percent, plainName, replace, svg as node } from "./dom.js";
import { paint, shapes, svg } from "./picture.js";
import { copy } from "./save.js";
import { getJSON } from "./source.js";
import * as state from "./state.js";

const cellSize = 40, few = 12; // pixels of a cell; placements that are listed at first
const ramp = ["#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6", "#3182bd", "#08519c"];

// offerExploring fills the place with a button that shows the view, and with the view once it is chosen.
/** @param {import("./source.js").Dataset} dataset */
export function offerExploring(place, dataset, signal) {
  if (!dataset.server || !dataset.page.can?.explore) return;
  let shown = null; // AbortController of the view
  const follow = ({ view }) => {
    shown?.abort();
    shown = new AbortController();
    if (view === "explore") showExploring(place, dataset.entry, shown.signal);
    else replace(place, el("p", { class: "buttons" }, el("button", { type: "button", click: () => state.set({ view: "explore" }) }, "Explore: if this piece lies here …")));
  };
  state.on((now, before) => { if (now.view !== before.view) follow(now); }, signal);
  signal.addEventListener("abort", () => shown.abort());
  follow(state.get());
}

// moves reads what was given (g) and forbidden (f), in order: "g12.f3".
export const moves = (text) => text.split(".").map((m) => m.match(/^([gf])(\d{1,9})$/)).filter(Boolean).map(([, kind, option]) => ({ kind, option: Number(option) }));

const written = (list) => list.map(({ kind, option }) => kind + option).join(".");

// numbersOf are the options of the moves of one kind.
const numbersOf = (list, kind) => list.filter((m) => m.kind === kind).map((m) => m.option);

// colour of a share, and the ink that can be read on it.
function colour(share) {
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1), k = Math.min(Math.floor(at), ramp.length - 2);
  const part = (hex, i) => parseInt(hex.slice(i, i + 2), 16);
  return { fill: "#" + [1, 3, 5].map((i) => Math.round(part(ramp[k], i) + (part(ramp[k + 1], i) - part(ramp[k], i)) * (at - k)).toString(16).padStart(2, "0")).join(""), ink: share > 0.85 ? "#ffffff" : "#111111" };
}

// showExploring fills the place until the signal is aborted.
/** @param {json.Entry} entry */
export async function showExploring(place, entry, signal) {
  replace(place, el("p", { class: "note", role: "status" }, "Counting all solutions …"));
  place.setAttribute("aria-busy", "true");
  try {
    /** @type {json.Puzzle} */
    const puzzle = await getJSON(`data/${entry.id}/puzzle.json`, { signal });
    /** @type {json.Answer} */
    const all = await getJSON(`data/${entry.id}/answer`, { signal });
    if (!signal.aborted) new View(place, entry, signal, puzzle, all).start();
  } catch (e) {
    if (!signal.aborted) replace(place, el("p", { class: "warning", role: "alert" }, e.message));
  } finally {
    place.removeAttribute("aria-busy");
  }
}

class View {
  seed = 1;
  listed = few;
  /** @type {AbortController} */
  asked = null;

  /** @param {HTMLElement} place @param {json.Entry} entry @param {AbortSignal} signal @param {json.Puzzle} puzzle @param {json.Answer} all */
  constructor(place, entry, signal, puzzle, all) {
    this.place = place, this.entry = entry, this.signal = signal, this.puzzle = puzzle, this.all = all, this.answer = all;
    const { options, picture } = puzzle;
    this.numbers = picture.places ?? picture.cells.map((_, i) => i);
    this.pieces = [...new Set(options.map((o) => o.piece))];
    this.byCell = new Map(); // options by the number of a cell
    for (const o of options) for (const cell of o.cells) this.byCell.set(cell, [...this.byCell.get(cell) ?? [], o.id]);
    this.positions = [];
    let row = 1, column = 1, layer = 1;
    puzzle.board.split("\n").forEach((line) => {
      if (line === "") return void (layer++, row = 1);
      for (column = 1; column <= line.length; column++) this.positions.push({ layer, row, column });
      row++;
    });
    this.layers = layer;
  }

  start() {
    state.on((now, before) => {
      if (now.moves !== before.moves) this.ask();
      else if (now.piece !== before.piece || now.way !== before.way || now.cell !== before.cell) this.draw();
      else if (now.measure !== before.measure) this.measure();
    }, this.signal);
    this.build();
    if (state.get().moves === "") this.draw();
    else this.ask();
  }

  // build makes the parts of the view; draw fills them.
  build() {
    const part = (attributes = {}) => el("div", attributes);
    this.great = part({ class: "great", "aria-live": "polite" });
    this.tools = part({ class: "bar" });
    this.board = part({ class: "large" });
    this.chips = part();
    this.list = part();
    this.drawn = part({ class: "large" });
    this.text = part();
    this.measured = part();
    this.said = el("span", { role: "status" });
    replace(this.place, el("h2", {}, "If this piece lies here"),
      el("p", { class: "note" }, "Pick a cell: with the arrow keys and Enter, or by a click. The list has the placements that cover it. Give one, and see what all solutions that have it do; or forbid it."),
      this.tools, this.great,
      el("div", { class: "sides" }, el("div", {}, this.board, el("p", { class: "note", id: "legend" })), el("div", {}, this.chips, this.list)),
      el("div", { class: "sides" }, el("div", {}, el("h3", {}, "One of them at random"), this.drawn), el("div", {}, this.measured, this.text)));
  }

  // ask asks about the moves. An older question is given up.
  async ask() {
    this.asked?.abort();
    this.measuring?.abort();
    this.measuredOf = null; // a newer question stops it
    const asked = this.asked = new AbortController();
    this.signal.addEventListener("abort", () => asked.abort(), { signal: asked.signal });
    this.place.classList.add("counting");
    this.place.setAttribute("aria-busy", "true");
    try {
      const list = moves(state.get().moves);
      /** @type {json.Answer} */
      const answer = await getJSON(`data/${this.entry.id}/answer?given=${numbersOf(list, "g")}&forbid=${numbersOf(list, "f")}&seed=${this.seed}`, { signal: asked.signal });
      if (asked.signal.aborted) return;
      this.answer = answer;
      this.draw();
    } catch (e) {
      if (asked.signal.aborted) return;
      replace(this.great, el("p", { class: "warning", role: "alert" }, e.message), el("button", { type: "button", click: () => this.ask() }, "Ask again"));
    }
    this.place.classList.remove("counting");
    this.place.removeAttribute("aria-busy");
  }

  share(option) {
    const raw = Number(this.answer.raw);
    return raw > 0 ? Number(this.answer.uses[option]) / raw : 0;
  }

  // cellName is what people call a cell.
  cellName(number) {
    const p = this.positions[number];
    return !p ? `cell ${number}` : `${this.layers > 1 ? `layer ${p.layer}, ` : ""}row ${p.row}, column ${p.column}`;
  }

  optionName(option) {
    const o = this.puzzle.options[option];
    return `${plainName(o.piece)} from ${this.cellName(Math.min(...o.cells))}`;
  }

  // chosen are the piece and its orientation that the map shows, null for all orientations.
  chosen() {
    const { piece, way } = state.get(), { options } = this.puzzle;
    const name = this.pieces.includes(piece) ? piece : this.pieces[0];
    const ways = [...new Map(options.filter((o) => o.piece === name).map((o) => [o.orientation, o.picture ?? String(o.orientation)]))];
    const number = ways.some(([w]) => String(w) === way) ? Number(way) : way === "" && this.pieces.length === 1 ? ways[0][0] : null;
    return { name, ways, way: number };
  }

  draw() {
    const list = moves(state.get().moves).filter((m) => this.puzzle.options[m.option]);
    this.drawTools(list);
    replace(this.great, el("div", {}, el("b", {}, count(this.answer.raw)), el("span", {}, list.length === 0 ? "solutions" : `of ${count(this.all.raw)} solutions, ${percent(Number(this.answer.raw) / Number(this.all.raw))}`)),
      this.answer.raw === 0 ? el("p", { class: "note" }, "No solution has all of this. Undo the last step.") : null);
    this.drawBoard(list);
    this.drawChips(list);
    this.drawList(list);
    this.drawRandom();
    this.measure();
    const text = this.answer.yaml;
    replace(this.text, text ? [el("h3", {}, "For a config"), el("p", { class: "note" }, "With these lines in its section puzzle, a run has the solutions counted here."), el("pre", { tabindex: 0 }, text)] : null);
  }

  drawTools(list) {
    const { name, ways, way } = this.chosen();
    const button = (label, act, disabled) => el("button", { type: "button", disabled, click: act }, label);
    const say = (act) => async () => replace(this.said, await act().catch((e) => e.message));
    const focused = this.tools.contains(document.activeElement) ? document.activeElement.textContent || document.activeElement.getAttribute("name") : null;
    replace(this.tools,
      this.pieces.length > 1 ? el("label", { class: "choice" }, "Piece ", el("select", { name: "piece", change: (e) => state.set({ piece: e.target.value, way: "" }) },
        this.pieces.map((p) => el("option", { value: p, selected: p === name }, plainName(p))))) : null,
      ways.length > 1 ? el("label", { class: "choice" }, "Lying as ", el("select", { name: "way", change: (e) => state.set({ way: e.target.value }) },
        el("option", { value: "any", selected: way === null }, "any"), ways.map(([w, picture]) => el("option", { value: w, selected: w === way }, picture)))) : null,
      button("Undo", () => state.set({ moves: written(list.slice(0, -1)) }), list.length === 0),
      button("Start over", () => state.set({ moves: "" }), list.length === 0),
      button("Copy link", say(() => copy(location.href))),
      button("Copy YAML", say(() => copy(this.answer.yaml)), list.length === 0), this.said);
    if (focused) [...this.tools.querySelectorAll("button:not(:disabled), select")].find((e) => (e.getAttribute("name") || e.textContent) === focused)?.focus();
  }

  // picture is the board as a map of the chosen piece, with the given pieces on it.
  picture(list) {
    const { name, way } = this.chosen(), { options, picture, pieces } = this.puzzle;
    const covered = new Map(), given = new Map();
    for (const o of options) {
      if (o.piece !== name || way !== null && o.orientation !== way) continue;
      for (const cell of o.cells) covered.set(cell, (covered.get(cell) ?? 0) + this.share(o.id));
    }
    numbersOf(list, "g").forEach((o, k) => options[o].cells.forEach((cell) => given.set(cell, { o, k })));
    const numerals = picture.cells.length <= 200;
    const cells = picture.cells.map((c, i) => {
      const number = this.numbers[i], laid = given.get(number);
      if (!this.byCell.has(number)) return { ...c, option: undefined };
      const share = covered.get(number) ?? 0;
      if (laid) {
        const piece = pieces.find((p) => p.name === options[laid.o].piece);
        return { ...c, region: laid.k + 1, fill: piece.colour, text: c.repeat ? "" : piece.symbol, ink: piece.ink, option: i };
      }
      return { ...c, region: 0, ...colour(share), text: numerals && !c.repeat && share > 0 ? String(Math.round(100 * share)) : "", option: i };
    });
    return { ...picture, cells, covered };
  }

  drawBoard(list) {
    const { name, way, ways } = this.chosen(), picture = this.picture(list), { picks } = shapes(picture, cellSize);
    const what = `${plainName(name)}${way === null ? "" : ` lying as ${ways.find(([w]) => w === way)[1]}`}`;
    const inside = this.board.contains(document.activeElement);
    const drawn = svg(picture, `how often ${what} covers each cell`, cellSize);
    drawn.removeAttribute("role"); // its cells are buttons
    drawn.setAttribute("role", "group");
    const { cell } = state.get();
    /** @type {{i: number, d: string, number: number, x: number, y: number, area?: SVGElement}[]} */
    const places = [...picks].map(([i, d]) => ({ i, d, number: this.numbers[i], ...centre(picture.cells[i].o) }));
    const current = places.find((p) => p.number === cell) ?? places[0];
    for (const p of places) {
      p.area = node("path", { class: p.number === cell ? "spot chosen" : "spot", d: p.d, role: "button", tabindex: p === current ? 0 : -1, "aria-pressed": String(p.number === cell),
        "aria-label": `${this.cellName(p.number)}: ${what} in ${percent(picture.covered.get(p.number) ?? 0)}`, "data-cell": p.number,
        click: () => this.pick(p.number), keydown: (e) => this.step(e, places, p) });
      drawn.append(p.area);
    }
    this.outline = node("path", { class: "outline", d: "" });
    this.spots = new Map(places.map((p) => [p.number, p]));
    drawn.append(this.outline);
    replace(this.board, drawn);
    replace(this.place.querySelector("#legend"), `Numbers and colours: in how many of 100 solutions ${what} covers the cell.`);
    if (inside) current?.area.focus();
  }

  pick(number) {
    this.listed = few;
    state.set({ cell: state.get().cell === number ? null : number });
  }

  // step moves the focus to the nearest cell in the direction of an arrow key.
  step(e, places, from) {
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.pick(from.number);
      return;
    }
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!direction) return;
    e.preventDefault();
    let best = null, least = Infinity;
    for (const p of places) {
      const dx = p.x - from.x, dy = p.y - from.y, along = dx * direction[0] + dy * direction[1];
      const cost = along + 3 * Math.abs(dx * direction[1] + dy * direction[0]);
      if (along > 1e-9 && cost < least) best = p, least = cost;
    }
    if (!best) return;
    from.area.setAttribute("tabindex", -1);
    best.area.setAttribute("tabindex", 0);
    best.area.focus();
  }

  // little is a small picture of the form of an option.
  little(option) {
    const o = this.puzzle.options[option], { picture, pieces } = this.puzzle;
    const piece = pieces.find((p) => p.name === o.piece);
    const cells = picture.cells.filter((c, i) => !c.repeat && o.cells.includes(this.numbers[i])).map((c) => ({ ...c, region: 0, fill: piece.colour, text: "" }));
    const drawn = svg({ cells, scale: picture.scale }, "", 11);
    drawn.querySelector("rect").remove(); // the paper
    return drawn;
  }

  // point shows where an option lies, while the pointer or the focus is at it.
  point(option) {
    this.outline.setAttribute("d", option === null ? "" : this.puzzle.options[option].cells.map((cell) => this.spots.get(cell)?.d ?? "").join(""));
  }

  pointing(option) {
    return { mouseenter: () => this.point(option), mouseleave: () => this.point(null), focusin: () => this.point(option), focusout: () => this.point(null) };
  }

  drawChips(list) {
    const chips = (kind, title) => {
      const of = list.filter((m) => m.kind === kind);
      return of.length === 0 ? null : [el("h3", {}, title), el("ul", { class: "chips" }, of.map((m) => el("li", this.pointing(m.option), this.little(m.option), el("span", {}, this.optionName(m.option)),
        el("button", { type: "button", "aria-label": `Take back: ${this.optionName(m.option)}`, click: () => state.set({ moves: written(list.filter((x) => x !== m)) }) }, "×"))))];
    };
    replace(this.chips, chips("g", "Given"), chips("f", "Forbidden"));
  }

  drawList(list) {
    const { cell } = state.get();
    const of = this.byCell.get(cell);
    if (!of) {
      replace(this.list, el("p", { class: "note" }, "No cell is picked."));
      return;
    }
    const sorted = of.filter((o) => Number(this.answer.uses[o]) > 0).sort((a, b) => this.share(b) - this.share(a) || a - b);
    const none = of.length - sorted.length, given = new Set(numbersOf(list, "g"));
    const add = (kind, option) => state.set({ moves: written([...list, { kind, option }]) });
    replace(this.list, el("h3", {}, `Placements that cover ${this.cellName(cell)}`),
      el("table", { class: "facts placements" }, el("tbody", {}, sorted.slice(0, this.listed).map((o) => el("tr", this.pointing(o),
        el("th", { scope: "row" }, this.little(o), el("span", {}, plainName(this.puzzle.options[o].piece))),
        el("td", {}, percent(this.share(o)), el("small", {}, count(this.answer.uses[o]))),
        el("td", {}, given.has(o) ? "given" : [
          el("button", { type: "button", "aria-label": `Give ${this.optionName(o)}`, click: () => add("g", o) }, "Give"), " ",
          el("button", { type: "button", "aria-label": `Forbid ${this.optionName(o)}`, click: () => add("f", o) }, "Forbid")]))))),
      sorted.length > this.listed ? el("p", {}, el("button", { type: "button", click: () => { this.listed = Infinity; this.drawList(list); } }, `All ${sorted.length}`)) : null,
      none > 0 ? el("p", { class: "note" }, `${count(none)} more cover it in no solution.`) : null);
  }

  // measure shows the histogram of the chosen measure. The server counts it anew, so it comes after the rest.
  async measure() {
    const { measures } = this.puzzle, { measure, moves: text } = state.get();
    if (measures.length === 0 || this.measuredOf === `${text} ${measure}`) return;
    this.measuredOf = `${text} ${measure}`;
    const bars = el("div", { class: "bars", role: "status" }), name = measures.includes(measure) ? measure : null;
    if (!this.measured.contains(document.activeElement)) {
      replace(this.measured, el("h3", {}, "A measure of them"), el("label", { class: "choice" }, "Measure ", el("select", { name: "measure", change: (e) => state.set({ measure: e.target.value }) },
        el("option", { value: "", selected: !name }, "none"), measures.map((m) => el("option", { value: m, selected: m === name }, plainName(m))))), bars);
    } else this.measured.replaceChild(bars, this.measured.querySelector(".bars"));
    if (!name || Number(this.answer.raw) === 0) return;
    replace(bars, el("p", { class: "note" }, "Counting …"));
    const { signal } = this.measuring = (this.measuring?.abort(), new AbortController()), list = moves(text);
    this.signal.addEventListener("abort", () => this.measuring.abort(), { signal });
    try {
      /** @type {json.Bar[]} */
      const found = await getJSON(`data/${this.entry.id}/histogram?given=${numbersOf(list, "g")}&forbid=${numbersOf(list, "f")}&measure=${encodeURIComponent(name)}`, { signal });
      if (signal.aborted) return;
      const most = Math.max(...found.map((b) => Number(b.raw))), all = Number(this.answer.raw);
      replace(bars, el("table", {}, el("caption", { class: "spoken" }, `Solutions by ${plainName(name)}`), el("tbody", {}, found.map(({ value, raw }) => {
        const bar = el("span", { class: "bar" });
        bar.style.width = `${100 * Number(raw) / most}%`;
        return el("tr", {}, el("th", { scope: "row" }, count(value)), el("td", {}, bar), el("td", {}, percent(Number(raw) / all), el("small", {}, count(raw))));
      }))));
    } catch (e) {
      if (!signal.aborted) replace(bars, el("p", { class: "note" }, e.message));
    }
  }

  drawRandom() {
    const [chosen] = this.answer.draws ?? [];
    if (!chosen) {
      replace(this.drawn, el("p", { class: "note" }, "There is none."));
      return;
    }
    const { options } = this.puzzle;
    const columns = { piece: options.map((o) => o.piece), cells: options.map((o) => o.cells), orientation: options.map((o) => o.orientation) };
    replace(this.drawn, svg(paint(this.puzzle, {}, columns, chosen), "a solution at random", 24),
      el("p", { class: "buttons" }, el("button", { type: "button", click: () => { this.seed++; this.ask(); } }, "Another one")));
  }
}

function centre(o) {
  let x = 0, y = 0;
  for (let i = 0; i < o.length; i += 2) x += o[i], y += o[i + 1];
  return { x: 2 * x / o.length, y: 2 * y / o.length };
}
