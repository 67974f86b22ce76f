// The state of the page is its address: what is chosen stands behind the # and so
// can be sent to somebody and taken back by the browser's back button.
//
//   d       number of the dataset in datasets.json
//   where   the selection, an expression of coverstat's --where; "" is all rows
//   weight  raw | distinct | weighted: what is counted
//   order   row | random | solvable | a column's name, with a - before it for descending;
//           "" is the one that suits the dataset
//   seed    of the random order
//   page    of the gallery, from 0
//   row     number of the row that is shown large, from 0; null for none
//   view    explore: what all solutions do if a piece lies here; "" without it
//   moves   what is given and forbidden there, such as g12.f3; numbers of options
//   piece   that its map shows, way: its orientation there, any or a number; "" is the first
//   measure whose histogram it shows; "" without one
//   cell    whose placements are listed, null for none

const defaults = { d: 0, where: "", weight: "raw", order: "", seed: 1, page: 0, row: null, view: "", moves: "", piece: "", way: "", measure: "", cell: null };
const numbers = ["d", "seed", "page", "row", "cell"];

let current = Object.freeze({ ...defaults });
const listeners = new Set();

// get returns the state. It is frozen: change it by set.
export const get = () => current;

// read makes the state of an address's fragment. What it does not understand, it
// leaves out.
export function read(fragment) {
  const state = { ...defaults };
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (!Object.hasOwn(defaults, key)) continue;
    if (!numbers.includes(key)) state[key] = value;
    else if (/^\d{1,15}$/.test(value)) state[key] = Number(value);
  }
  if (!["distinct", "weighted"].includes(state.weight)) state.weight = "raw";
  return state;
}

// write makes the fragment of a state; what is as usual is left out.
export function write(state) {
  const parts = new URLSearchParams();
  for (const [key, usual] of Object.entries(defaults)) {
    if (state[key] !== usual || key === "d") parts.set(key, state[key]);
  }
  return "#" + parts;
}

// set changes keys of the state. Another dataset begins anew; another selection or
// order begins at the first page. With replace the change has no step of its own in
// the browser's history: for what moves while a pointer is down.
export function set(changes, { replace = false } = {}) {
  const next = { ...current };
  if ("d" in changes && changes.d !== current.d) Object.assign(next, { where: "", order: "", row: null, moves: "", piece: "", way: "", measure: "", cell: null });
  if (["d", "where", "order", "seed", "weight"].some((key) => key in changes && changes[key] !== current[key])) next.page = 0;
  Object.assign(next, changes);
  if (write(next) === write(current)) return;
  history[replace ? "replaceState" : "pushState"](null, "", write(next));
  become(next);
}

// on calls listener(state, before) after each change, until the signal is aborted.
export function on(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
}

// start takes the state from the address, and follows the address from then on.
export function start() {
  current = Object.freeze(read(location.hash));
  addEventListener("popstate", () => become(read(location.hash))); // a fragment typed in the address bar is one, too
}

function become(next) {
  const before = current;
  current = Object.freeze(next);
  for (const listener of [...listeners]) listener(current, before);
}
