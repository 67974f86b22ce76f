// Elements of the page, and how numbers and names are written. Text goes into the
// page through textContent only, so that names in a dataset are never markup.

const SVG = "http://www.w3.org/2000/svg";

// el makes an HTML element. An attribute that is a function listens to the event of
// its name; true stands for an attribute without a value; false, null and undefined
// for none. Children are nodes, texts and lists of both; null, undefined and false
// are left out.
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// svg makes an SVG element in the same way.
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...flat(children));
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false);
}

// replace puts children in the place of all that an element holds.
export function replace(element, ...children) {
  element.replaceChildren(...flat(children));
}

// count writes a whole number with a comma at every third digit: 12,345. It takes a
// number, a bigint or the digits of a larger one; a sum beyond 2^53 is rounded.
export function count(n) {
  if (typeof n === "number" && n > Number.MAX_SAFE_INTEGER) return `≈${n.toPrecision(3)}`;
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",").replace("-", "−");
}

// counted writes a count of a kind: estimates from weighted draws are rounded.
export function counted(n, kind) {
  if (kind !== "weighted") return count(n);
  return n > 0 && n < 1 ? "below 1" : `≈${count(Number(n.toPrecision(3)))}`;
}

// percent writes a share as the report does: 9.6%, and 0.012% below a tenth of one.
export function percent(share) {
  if (!(share > 0)) return "0%";
  if (share >= 0.001) return `${(100 * share).toFixed(1)}%`;
  return `${Number((100 * share).toPrecision(2))}%`;
}

// plainName writes the name of a column as words.
export const plainName = (name) => name.replaceAll("_", " ");
