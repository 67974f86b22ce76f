// Taking the selection along: made by the server, or where there is none by the page
// itself, in the same forms.
import { count, el, replace } from "./dom.js";
import { save } from "./save.js";
import { mostSaved, slim } from "./rows.js";
import * as state from "./state.js";
import { work } from "./work.js";

const sheet = 100; // pictures of a sheet

// download is a link to what the server makes of rows.
export const download = ({ id }, question, text) => el("a", { href: `data/${id}/download?${new URLSearchParams(question)}`, download: "" }, text);

// downloads is a folded list of what can be taken along.
/** @param {import("./source.js").Dataset} dataset */
export function downloads(dataset, signal) {
  const { can } = dataset.page, list = el("ul", {}), said = el("p", { class: "note", role: "status" });
  const menu = el("details", { class: "menu", keydown: (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  } }, el("summary", {}, "Download"), el("div", {}, said, list));
  const follow = ({ where, order }) => {
    const forms = dataset.server ? served(dataset, can, where, order) : made(dataset, where);
    replace(list, forms.map((form) => el("li", {}, form)));
    replace(said, where === "" ? "All rows." : "The rows that match.");
  };
  const served = (of, { sheet: drawn }, where, order) => {
    const link = (format, text, more = {}) => download(of, { format, where, ...more }, text);
    const sorted = /^(row|random|solvable|)$/.test(order) ? {} : { order: order.replace(/^-(.*)/, "$1 desc") };
    return [link("csv", "CSV"), link("jsonl", "JSON lines"), link("parquet", "Parquet"),
      drawn ? [link("svg", "Sheet of pictures, SVG", { limit: sheet }), link("png", "Sheet of pictures, PNG", { limit: sheet })] : [],
      drawn ? [link("svg", "Puzzles without solutions, SVG", { show: "puzzle", limit: sheet, ...sorted }), link("html", "Puzzles to print, solutions behind", { limit: 10, ...sorted })] : []].flat();
  };
  const made = (of, where) => [["csv", "CSV"], ["jsonl", "JSON lines"]].map(([format, text]) => el("button", { type: "button", click: async () => {
    replace(said, "Reading …");
    try {
      const { rows, lines } = await work("export", { dataset: slim(of), where, format }, {
        signal, progress: (share) => replace(said, `Reading: ${Math.round(100 * share)}%`),
      });
      replace(said, rows > mostSaved
        ? `More than ${count(mostSaved)} rows match: too many to be made in the page. Select fewer, or use coverstat cat.`
        : save(new Blob(lines), `${of.entry.name.replace(/[^\w.-]+/g, "_")}.${format}`));
    } catch (e) {
      if (!signal.aborted) replace(said, e.message);
    }
  } }, text));
  state.on((now, before) => { if (now.where !== before.where || now.order !== before.order) follow(now); }, signal);
  follow(state.get());
  return menu;
}
