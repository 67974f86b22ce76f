// Maps of how often each piece covers each cell, of datasets without rows.
import { el, replace } from "./dom.js";
import { fit, svg } from "./picture.js";

// showHeat fills the place with the maps that page.json has.
/** @param {HTMLElement} place @param {import("./source.js").Dataset} dataset */
export function showHeat(place, { page: { heat, picture } }) {
  if (!heat) return;
  const maps = heat.maps.map(({ fills }) => ({ scale: picture.scale, notes: picture.notes, cells: fills.map((fill, i) => ({ o: picture.cells[i].o, fill, region: 0 })) }));
  const list = el("ol", { class: "pictures" }, heat.maps.map(({ piece, text }, i) =>
    el("li", {}, svg(maps[i], `how often ${piece} covers each cell`, 8), el("span", { class: "caption" }, el("b", {}, piece), ` ${text}`))));
  fit(list, maps);
  const swatch = (fill) => {
    const square = el("i", {});
    square.style.background = fill;
    return square;
  };
  replace(place, el("h2", {}, "Where each piece lies"), el("p", { class: "note" }, "The share of all solutions in which the piece covers the cell."),
    el("p", { class: "swatches" }, heat.scale.map(([name, fill]) => el("span", {}, swatch(fill), name))), list);
}
