// What symmetries make of the options and of the rows of a dataset. Rows show one
// image of each solution, so a question about a place is a question to all images.
import { optionsOf, optionsTable } from "./picture.js";
import { readTable } from "./source.js";
import { parse } from "./where.js";

const tables = new Map();

// imagesTable returns {order, image}: image[option * order + symmetry] is what a
// symmetry makes of an option. Without symmetries the order is 1, and null is
// returned where the dataset has no such table because it would be too large.
export async function imagesTable(dataset) {
  if (!tables.has(dataset.id)) tables.set(dataset.id, read(dataset));
  return tables.get(dataset.id);
}

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

// conditionHere returns the condition that holds of the rows of which some image has
// a piece where this option lays it, {column, text}, or {reason} where a selection
// cannot say it.
export function conditionHere(dataset, images, options, option) {
  const name = options.piece[option];
  if (!images) return { reason: "the dataset has no table of images, as it has too many symmetries" };
  const { order, image } = images;
  const here = [...new Set(image.slice(option * order, (option + 1) * order))].sort((a, b) => a - b);
  const names = [...new Set(here.map((o) => options.piece[o]))];
  const column = dataset.columns.find((c) => c.name === name && c.role === "key" && c.type === "int32");
  if (names.length > 1) return { reason: `a symmetry turns ${names[0]} into ${names[1]}, so the question is about one column or another, which a selection cannot say` };
  if (!column) return { reason: `${name} has copies, so the question is about one column or another, which a selection cannot say` };
  const text = here.length === 1 ? `${name} = ${here[0]}` : `${name} in (${here.join(", ")})`;
  try {
    parse(dataset.columns, text);
  } catch {
    return { reason: `a selection cannot have the name ${name}` };
  }
  return { column: name, text };
}

// rowOptions returns the options of a row, null where rows have none.
export function rowOptions({ page }, row) {
  const columns = page.picture?.template?.options?.columns;
  return columns ? optionsOf(columns, row) : null;
}
