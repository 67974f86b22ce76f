// What symmetries make of the options and of the rows of a dataset. Rows show one
// image of each solution, so a question about a place is a question to all images.
import { optionsOf, optionsTable } from "./picture.js";
import { readTable } from "./source.js";
import { writeName } from "./where.js";

const tables = new Map();

// imagesTable returns {order, image}: image[option * order + symmetry] is what a
// symmetry makes of an option. Without symmetries the order is 1, and null is
// returned where the dataset has no such table because it would be too large.
/** @param {import("./source.js").Dataset} dataset */
export async function imagesTable(dataset) {
  if (!tables.has(dataset.id)) tables.set(dataset.id, read(dataset));
  return tables.get(dataset.id);
}

/** @param {import("./source.js").Dataset} dataset */
async function read(dataset) {
  const options = await optionsTable(dataset);
  const table = await readTable(dataset, "images");
  if (table) return { order: table.rows / options.id.length, image: table.columns.image };
  const order = dataset.manifest.facts?.find((f) => f.key === "group_order")?.value ?? 1;
  return order > 1 ? null : { order, image: options.id };
}

// imagesOf returns the different images of a row, the row itself first, as lists of
// ascending options.
export function imagesOf({ order, image }, chosen) {
  const found = new Map();
  for (let symmetry = 0; symmetry < order; symmetry++) {
    const list = chosen.map((option) => image[option * order + symmetry]).sort((a, b) => a - b);
    found.set(list.join(), list);
  }
  return [...found.values()];
}

// placesOf returns, for the measure place(P), the option that stands for each of its
// values: placements that a symmetry exchanges have one number, in the order of their
// least options. It returns null for other measures, and where symmetries are not known.
export async function placesOf(dataset, { name }) {
  const measure = dataset.columns.find((c) => c.name === name)?.measure ?? "";
  const [, piece] = /^place\((.*)\)$/.exec(measure) ?? [];
  if (piece === undefined || !dataset.page.picture?.template?.options) return null;
  const options = await optionsTable(dataset), images = await imagesTable(dataset);
  if (!images) return null;
  const least = new Set();
  options.piece.forEach((p, option) => {
    if (p === piece) least.add(Math.min(...images.image.slice(option * images.order, (option + 1) * images.order)));
  });
  return [...least].sort((a, b) => a - b);
}

const longest = 3000; // characters of a condition, which a field and an address must hold

// conditionHere returns the condition that holds of the rows of which some image has
// a piece where this option lays it, {columns, text}, or {reason} where a selection
// cannot say it. Where copies of the piece have columns of their own, or a symmetry
// turns it into another piece, one of several columns must hold one of the options.
/** @param {import("./source.js").Dataset} dataset */
export function conditionHere(dataset, images, options, option) {
  if (!images) return { reason: "the dataset has no table of images, as it has too many symmetries" };
  const { order, image } = images;
  const here = [...new Set(image.slice(option * order, (option + 1) * order))].sort((a, b) => a - b);
  const parts = [];
  for (const name of new Set(here.map((o) => options.piece[o]))) {
    const copies = dataset.page.pieces.filter((p) => p.name === name).length;
    const names = copies > 1 ? Array.from({ length: copies }, (_, k) => `${name}_${k + 1}`) : [name];
    const list = here.filter((o) => options.piece[o] === name);
    for (const column of names) {
      if (!dataset.columns.some((c) => c.name === column && c.role === "key" && c.type === "int32")) return { reason: "a row lists all its placements in one column, which cannot be compared" };
      parts.push({ column, text: list.length === 1 ? `${writeName(column)} = ${list[0]}` : `${writeName(column)} in (${list.join(", ")})` });
    }
  }
  const text = parts.map((p) => p.text).join(" or ");
  if (text.length > longest) return { reason: "the condition would be too long" };
  return { columns: parts.map((p) => p.column), text };
}

// rowOptions returns the options of a row, null where rows have none.
export function rowOptions({ page }, row) {
  const columns = page.picture?.template?.options;
  return columns ? optionsOf(columns, row) : null;
}
