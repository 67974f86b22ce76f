// Pictures of rows. A painted picture is plain data:
//
//   {cells: [{o: [x, y, x, y, ...], fill: "#rrggbb", region: 3, text: "I", ink: "#rrggbb", repeat: true}],
//    scale: [sx, sy], left: [["2", "1"], ...], top: [...], notes: [{x, y, text}]}
//
// o are the corners of a cell in points of its lattice, and scale is the length of
// such a point, where the side of a cell is 1. A thick line parts cells of different
// regions, a thin line cells of the same region. A repeat is a cell that is drawn
// again beyond the border of a board that wraps. left and top are the numbers beside
// a nonogram, notes the names of layers, at points in sides of a cell.
//
// Colours and lines are those of `coverstat draw` (package export/picture).

// Such a picture comes from the server, or from the template of a dataset's page.json
// (the package's comment says what is in it), its columns and its table of options.
import { svg as node } from "./dom.js";
import { getJSON, isNull, readTable } from "./source.js";

const outside = -1; // the region of what is no part of the board
const [paper, black, grey, dark] = ["#ffffff", "#111111", "#a8a8a8", "#404040"];
const faded = 0.62; // how much white there is in the colour of a repeat

// whyNone says why the rows of a dataset have no picture here, null if they have one.
export function whyNone({ page, entry }) {
  if (!page.picture) return "rows of the family " + entry.family + " have no picture";
  return page.picture.reason ?? null;
}

// drawnColumns lists the columns that pictures needs of a row.
export function drawnColumns({ picture }) {
  const t = picture?.template;
  return t ? [...new Set([t.clues, t.text, t.found, ...(t.options ?? [])].filter(Boolean))] : [];
}

const tables = new Map(); // of options, by the number of the dataset

// optionsTable returns the columns of the table of options, null if there is none.
/** @param {import("./source.js").Dataset} dataset */
export async function optionsTable(dataset) {
  if (!tables.has(dataset.id)) tables.set(dataset.id, readTable(dataset, "options").then((t) => t?.columns ?? null));
  return tables.get(dataset.id);
}

// pictures returns the painted pictures of rows with these values, {column: value}:
// by the template, or from the server where there is none.
/** @param {import("./source.js").Dataset} dataset */
export async function pictures(dataset, rows, values, signal) {
  const { page } = dataset;
  if (rows.length === 0) return [];
  if (!page.picture.template) return getJSON(`data/${dataset.id}/pictures?rows=${rows}`, { signal });
  const options = page.picture.template.options ? await optionsTable(dataset) : null;
  return values.map((row) => paint(page, row, options));
}

// optionsOf returns the numbers of the options of a row, in the order of columns.
export function optionsOf(columns, row) {
  return columns.flatMap((name) => (isNull(row[name]) ? [] : Array.from(row[name].length === undefined ? [row[name]] : row[name])));
}

// paint makes the painted picture of a row, given as {column: value}. options are
// the columns of the table of that name, or null where the template needs none.
// chosen are the options to lay instead of the row's own.
export function paint({ picture, pieces }, row, options, chosen) {
  const t = picture.template;
  const painted = { scale: picture.scale, notes: picture.notes };
  let cells = (picture.cells ?? []).map((c) => ({ ...c }));
  if (t.clues) {
    [painted.left, painted.top] = row[t.clues].split("|").map((side) => side.split("/").map((line) => line.split(",")));
    cells = squares(painted.left.length, painted.top.length, t.ruled);
  }
  const numbers = picture.places ?? cells.map((_, i) => i);
  const text = t.text && row[t.text];
  if (text) {
    const found = t.found && row[t.found];
    cells.forEach((c, i) => {
      const at = text[numbers[i]];
      const { fill, region, text: written } = t.characters[at] ?? {};
      c.fill = fill ? faint(c, fill) : c.fill, c.region = region ?? c.region, c.text = written;
      if (found && t.found_at.includes(at)) c.text = found[numbers[i]], c.ink = t.ink;
    });
  }
  if (t.options) {
    const laid = layOut(chosen ?? optionsOf(t.options, row), pieces, options);
    cells.forEach((c, i) => {
      const at = laid.get(numbers[i]);
      if (!at) return;
      const { colour, text: written, ink } = pieces[at.piece];
      c.region = at.piece, c.fill = faint(c, picture.orientations?.[at.orientation] ?? colour), c.text = written, c.ink = ink;
      c.option = at.option;
    });
  }
  for (const c of cells) if (c.repeat) c.text = "";
  painted.cells = cells;
  return painted;
}

function squares(rows, columns, ruled) {
  return Array.from({ length: rows * columns }, (_, i) => {
    const x = i % columns, y = Math.floor(i / columns);
    return { o: [x, y, x + 1, y, x + 1, y + 1, x, y + 1], fill: paper, region: Math.floor(y / ruled) * columns + Math.floor(x / ruled) };
  });
}

// layOut says for each covered cell which entry of pieces lies there: copies of a
// piece are numbered by their least cells.
function layOut(chosen, pieces, options) {
  const used = new Set(), laid = new Map();
  const byCells = (a, b) => {
    const [one, other] = [options.cells[a], options.cells[b]];
    const at = one.findIndex((cell, i) => cell !== other[i]);
    return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -1);
  };
  for (const option of [...chosen].sort(byCells)) {
    const piece = pieces.findIndex((p, k) => !used.has(k) && p.name === options.piece[option]);
    if (piece < 0) throw new Error(`more of piece ${options.piece[option]} than the table of pieces has`);
    used.add(piece);
    for (const cell of options.cells[option]) laid.set(cell, { piece, option, orientation: options.orientation[option] });
  }
  return laid;
}

// faint is the colour that something has on a cell: paler on one that is drawn again.
function faint({ repeat }, colour) {
  if (!repeat) return colour;
  const mix = (from) => Math.round(parseInt(colour.slice(from, from + 2), 16) * (1 - faded) + 255 * faded);
  return "#" + [1, 3, 5].map((from) => mix(from).toString(16).padStart(2, "0")).join("");
}

// textLines splits the text of a row into the lines that it shows: cells of one line
// have the same top. An empty line parts the layers of solids.
export function textLines({ picture }, text) {
  const tops = picture.cells.filter((c) => !c.repeat).map(({ o }) => Math.min(...o.filter((_, k) => k % 2 === 1)));
  if (picture.places) { // some cells are not drawn, so that only the number of lines is known
    const length = text.length / new Set(tops).size;
    return text.match(new RegExp(`.{1,${length}}`, "g")).join("\n");
  }
  return [...text].map((character, i) => (i === 0 || tops[i] === tops[i - 1] ? "" : tops[i] < tops[i - 1] ? "\n\n" : "\n") + character).join("");
}

// shapes lays a painted picture out, with cells of so many pixels: paths and
// letters, as [{d, fill | stroke, width, opacity}] and [{x, y, size, text, ink}], and
// the area of each option, {option: d}.
export function shapes(picture, cell) {
  const [sx, sy] = picture.scale ?? [1, 1];
  const thick = Math.max(2, Math.round(cell / 10)), clue = Math.max(3, Math.floor(cell * 3 / 5));
  const left = deepest(picture.left), top = deepest(picture.top);
  let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
  for (const { o } of picture.cells) {
    for (let i = 0; i < o.length; i += 2) {
      x0 = Math.min(x0, o[i] * sx), x1 = Math.max(x1, o[i] * sx);
      y0 = Math.min(y0, o[i + 1] * sy), y1 = Math.max(y1, o[i + 1] * sy);
    }
  }
  for (const { x, y, text } of picture.notes ?? []) {
    const half = 0.135 * text.length; // about
    x0 = Math.min(x0, x - half), x1 = Math.max(x1, x + half), y0 = Math.min(y0, y - 0.4), y1 = Math.max(y1, y + 0.4);
  }
  // Numbers and words beside the board stand on paper, too.
  const margin = left + top > 0 || picture.notes ? Math.round(cell / 4) : 0;
  const X = margin + left * clue + thick / 2 - x0 * cell, Y = margin + top * clue + thick / 2 - y0 * cell;
  const px = (v) => number(X + v * sx * cell), py = (v) => number(Y + v * sy * cell);

  const fills = new Map(), edges = new Map(), picks = new Map(), labels = [];
  let slanted = false;
  for (const c of picture.cells) {
    const { o } = c, n = o.length;
    let d = "", mx = 0, my = 0;
    for (let i = 0; i < n; i += 2) {
      const j = (i + 2) % n;
      d += `${i === 0 ? "M" : "L"}${px(o[i])} ${py(o[i + 1])}`;
      mx += o[i], my += o[i + 1];
      slanted ||= o[i] !== o[j] && o[i + 1] !== o[j + 1];
      const forward = o[i] < o[j] || o[i] === o[j] && o[i + 1] < o[j + 1];
      const key = forward ? `${o[i]} ${o[i + 1]} ${o[j]} ${o[j + 1]}` : `${o[j]} ${o[j + 1]} ${o[i]} ${o[i + 1]}`;
      const e = edges.get(key);
      if (e) e[1] = c;
      else edges.set(key, [c, null, o[i], o[i + 1], o[j], o[j + 1]]);
    }
    const fill = c.fill ?? paper;
    fills.set(fill, (fills.get(fill) ?? "") + d + "z");
    if (c.option !== undefined && !c.repeat) picks.set(c.option, (picks.get(c.option) ?? "") + d + "z");
    if (c.text) {
      const size = Math.floor(cell * 11 / 20);
      labels.push({ x: X + mx * 2 / n * sx * cell, y: Y + my * 2 / n * sy * cell, size, text: c.text, ink: c.ink ?? black });
    }
  }
  const lines = { faded: "", thin: "", thick: "" };
  for (const [one, other, ax, ay, bx, by] of edges.values()) {
    const kind = lineBetween(one, other);
    if (kind) lines[kind] += `M${px(ax)} ${py(ay)}L${px(bx)} ${py(by)}`;
  }
  const beside = (numbers, place) => numbers?.forEach((list, at) => list.forEach((text, i) =>
    labels.push({ ...place(at, i - list.length), size: Math.floor(clue * 4 / 5), text, ink: dark })));
  beside(picture.left, (at, i) => ({ x: margin + (left + i + 0.5) * clue, y: Y + (y0 + at + 0.5) * cell }));
  beside(picture.top, (at, i) => ({ x: X + (x0 + at + 0.5) * cell, y: margin + (top + i + 0.5) * clue }));
  for (const { x, y, text } of picture.notes ?? []) {
    labels.push({ x: X + x * cell, y: Y + y * cell, size: Math.max(10, Math.floor(cell * 9 / 20)), text, ink: dark });
  }
  /** @type {{d: string, fill?: string, stroke?: string, width?: number, cap?: string, opacity?: number}[]} */
  const paths = [...fills].map(([fill, d]) => ({ d, fill }));
  if (lines.faded) paths.push({ d: lines.faded, stroke: grey, width: thick });
  if (lines.thin) paths.push({ d: lines.thin, stroke: "#000000", width: 1, opacity: 0.22 });
  if (lines.thick) paths.push({ d: lines.thick, stroke: black, width: thick, cap: slanted ? "round" : "square" });
  return {
    width: Math.ceil(2 * margin + left * clue + (x1 - x0) * cell + thick), height: Math.ceil(2 * margin + top * clue + (y1 - y0) * cell + thick),
    paths, labels, picks, slanted,
  };
}

// fit makes the columns of a list as wide as its pictures need for cells of about 15
// pixels; CSS makes them smaller on phones. It returns the width of each picture in its
// column: cells have one size, unless some pictures would be tiny.
export function fit(list, pictures) {
  const widths = pictures.map((p) => shapes(p, 10).width / 10), widest = Math.max(0, ...widths);
  list.style.setProperty("--least", `${Math.min(240, Math.max(131, Math.round(15 * widest)))}px`);
  const one = 3 * Math.min(...widths) >= widest;
  return widths.map((w) => (one ? `${(100 * w / widest).toFixed(2)}%` : ""));
}

// layoutOf is the class of a place for a picture like this one: those that are much
// wider than high need more room.
export function layoutOf(picture) {
  const { width, height } = shapes(picture, 10);
  return width > 2 * height ? "wide" : "";
}

function deepest(clues) {
  return Math.max(0, ...(clues ?? []).map((list) => list.length));
}

// lineBetween says which line parts two cells; other is null at the rim.
function lineBetween(one, other) {
  if (one.repeat && !other) return "";
  if (!other || one.region !== other.region) return one.repeat && other?.repeat ? "faded" : "thick";
  return one.region === outside ? "" : "thin";
}

function number(x) {
  return Math.round(100 * x) / 100;
}

// svg makes an element of a painted picture. Those who do not see it hear the title;
// without one it is for the eye alone. The size in pixels is that of cells of so many;
// CSS may make it another.
export function svg(picture, title, cell = 40) {
  const s = shapes(picture, cell);
  const root = node("svg", { viewBox: `0 0 ${s.width} ${s.height}`, width: s.width, height: s.height, role: title && "img", "aria-hidden": !title && "true" });
  if (!s.slanted) root.setAttribute("shape-rendering", "crispEdges");
  if (title) root.append(node("title", {}, title));
  root.append(node("rect", { width: s.width, height: s.height, fill: paper }));
  for (const p of s.paths) {
    // Between slanted cells of one colour the background would shine through.
    const own = p.fill ? (s.slanted ? { fill: p.fill, stroke: p.fill, "stroke-width": 0.7 } : { fill: p.fill })
      : { fill: "none", stroke: p.stroke, "stroke-width": p.width, "stroke-linecap": p.cap, "stroke-opacity": p.opacity };
    root.append(node("path", { ...own, d: p.d }));
  }
  if (s.labels.length > 0) {
    const g = node("g", { "font-family": "Helvetica, Arial, Liberation Sans, sans-serif", "text-anchor": "middle" });
    for (const l of s.labels) {
      g.append(node("text", { x: number(l.x), y: number(l.y + 0.36 * l.size), "font-size": l.size, fill: l.ink }, l.text));
    }
    root.append(g);
  }
  return root;
}
