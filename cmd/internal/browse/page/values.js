// What columns mean for people.
import { count } from "./dom.js";

// written writes a value of a column for people.
export function written(column, value) {
  if (value === null || value === undefined) return column.role === "measured" ? "undecided" : "none";
  if (column.type === "bool" || column.scale === "yes_no") return value ? "yes" : "no";
  if (column.type.startsWith("list")) return value.join(" ");
  return typeof value === "number" && !Number.isInteger(value) ? String(value) : typeof value === "string" ? value : count(value);
}

// sortable are the columns that the gallery can be sorted by: numbers that mean more
// than the number of an option.
export const sortable = (c) => c.role !== "key" && ["int32", "int64", "double"].includes(c.type) && !["mask", "set_mask"].includes(c.name) && c.scale !== "nominal";

// instanceSolutions names the column that says how many solutions an instance of a survey has: the
// first of these two. A set of pieces has its solutions up to symmetry first, a board all of them.
export const instanceSolutions = (columns) => columns.find((c) => ["solutions", "solutions_distinct"].includes(c.name))?.name;

// textColumn is the column that stands for a row without a picture.
export const textColumn = (dataset) => dataset.columns.find((c) => ["instance", "grid", "options"].includes(c.name))?.name;
