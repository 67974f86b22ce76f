import assert from "node:assert/strict";
import { test } from "node:test";
import { paint, shapes, textLines } from "../page/picture.js";

const square = (x, y) => [x, y, x + 1, y, x + 1, y + 1, x, y + 1];
const cell = (o, region = 0) => ({ o, region, fill: "#ffffff" });
const board = (rows, columns, regions) => Array.from({ length: rows * columns }, (_, i) => cell(square(i % columns, Math.floor(i / columns)), regions?.[i]));
const colours = (p) => p.cells.map((c) => c.fill);

// Two dominoes (copies of one piece) and a single cell on 2 x 3 cells, one of them
// blocked.
const dominoes = {
  picture: { scale: [1, 1], cells: board(2, 3, [-2, -2, -2, -2, -2, -1]), template: { options: ["I2_1", "I2_2", "I1"] } },
  pieces: [
    { name: "I2", symbol: "A", colour: "#aa0000", ink: "#ffffff", text: "A" },
    { name: "I2", symbol: "B", colour: "#aa0000", ink: "#ffffff", text: "B" },
    { name: "I1", symbol: "C", colour: "#00cc00", ink: "#111111", text: "" },
  ],
};
const options = { piece: ["I2", "I2", "I1"], orientation: [0, 1, 0], cells: [[0, 1], [3, 4], [2]] };

test("options are laid on the board, copies numbered by their first cells", () => {
  const p = paint(dominoes, { I2_1: 1, I2_2: 0, I1: NaN }, options);
  assert.deepEqual(p.cells.map((c) => c.region), [0, 0, -2, 1, 1, -1]);
  assert.deepEqual(p.cells.map((c) => c.text), ["A", "A", undefined, "B", "B", undefined]);
  assert.deepEqual(colours(p), ["#aa0000", "#aa0000", "#ffffff", "#aa0000", "#aa0000", "#ffffff"]);
  assert.throws(() => paint(dominoes, { I2_1: 0, I2_2: 1, I1: 2 }, { ...options, piece: ["I2", "I2", "I2"] }), /more of piece I2/);
});

test("characters change fills, regions and texts, and found digits have their own ink", () => {
  const sudoku = {
    picture: { cells: board(1, 3, [0, 0, 1]), template: {
      text: "instance", characters: { 4: { text: "4" }, "#": { fill: "#404040", region: -2 } }, found: "solution", found_at: ".0", ink: "#2e6bb2" } },
    pieces: [],
  };
  const p = paint(sudoku, { instance: "4.#", solution: "412" }, null);
  assert.deepEqual(p.cells.map(({ text, ink, region, fill }) => [text, ink, region, fill]),
    [["4", undefined, 0, "#ffffff"], ["1", "#2e6bb2", 0, "#ffffff"], [undefined, undefined, -2, "#404040"]]);
  assert.equal(paint(sudoku, { instance: "4.#", solution: null }, null).cells[1].text, undefined);
  assert.deepEqual(colours(paint(sudoku, { instance: null, solution: null }, null)), ["#ffffff", "#ffffff", "#ffffff"]);
});

test("clues make the board of a nonogram", () => {
  const p = paint({ picture: { cells: null, template: { clues: "instance", ruled: 5 } }, pieces: [] }, { instance: "2,2/4|1/3/1" }, null);
  assert.deepEqual([p.left, p.top, p.cells.length], [[["2", "2"], ["4"]], [["1"], ["3"], ["1"]], 6]);
  assert.deepEqual(p.cells[4].o, square(1, 1));
});

test("places and repeats: cells that are not drawn, and cells drawn twice", () => {
  const ring = {
    picture: { cells: [cell(square(0, 0)), cell(square(1, 0)), { ...cell(square(2, 0)), repeat: true }], places: [1, 2, 1], template: { text: "grid", characters: { A: { fill: "#000000", region: 5, text: "A" } } } },
    pieces: [],
  };
  const p = paint(ring, { grid: "#A.A" }, null);
  assert.deepEqual(colours(p), ["#000000", "#ffffff", "#9e9e9e"]);
  assert.deepEqual(p.cells.map((c) => c.text), ["A", undefined, ""]);
  assert.equal(p.cells[2].repeat, true);
  // The thin or thick line goes round the board only; a repeat has none at its rim.
  const s = shapes(p, 10);
  assert.ok(!s.paths.some((q) => q.stroke && q.d.includes("M31 1L31 11")), "a line at the rim of a repeat");
});

test("lines are thick between regions, thin within, and missing outside", () => {
  const cells = board(1, 4, [0, 0, -1, -1]);
  const s = shapes({ cells, scale: [1, 1] }, 10);
  const [thin, thick] = [s.paths.find((p) => p.width === 1), s.paths.find((p) => p.width === 2)];
  assert.equal(thin.d, "M11 1L11 11");
  assert.ok(thick.d.includes("M21 1L21 11"));
  assert.ok(!thick.d.includes("M31 1L31 11") && !thin.d.includes("M31"));
  assert.deepEqual([s.width, s.height, s.slanted], [42, 12, false]);
});

test("numbers beside the board take room, and slanted cells are noticed", () => {
  const s = shapes({ cells: [cell(square(0, 0))], left: [["1", "2"]], top: [["3"]] }, 10);
  assert.deepEqual([s.width, s.height, s.labels.length], [30, 24, 3]);
  assert.ok(shapes({ cells: [cell([0, 0, 2, 0, 1, 1])], scale: [0.5, 0.87] }, 10).slanted);
});

test("the text of a row is split into the lines that it shows", () => {
  assert.equal(textLines(dominoes, "AACBB#"), "AAC\nBB#");
  const layers = { picture: { cells: [...board(2, 2), ...board(2, 2).map(({ o }) => cell(o.map((v, i) => (i % 2 ? v : v + 3))))] } };
  assert.equal(textLines(layers, "ABCDEFGH"), "AB\nCD\n\nEF\nGH");
  assert.equal(textLines({ picture: { cells: [cell(square(1, 0)), cell(square(0, 1)), cell(square(1, 1))], places: [1, 2, 3] } }, "#ABC"), "#A\nBC");
});
