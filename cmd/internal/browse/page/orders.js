// Orders of rows. An order is the text "row", "random", "solvable" or the name of a column,
// with a - before it for descending. Solvable are, by their numbers, the rows of a survey
// that have a solution.
//
// In random order the rows are sorted by a permutation of their numbers that depends
// on the seed and on the number of rows alone: the same seed shows the same rows, a
// selection shows those of them that match, and without a selection the first rows
// are known without reading any.

import { instanceSolutions } from "./values.js";
import { findColumn } from "./where.js";

// firstOrder is the order that suits a dataset. The first sets of pieces mostly have no
// solution, and the first rows of a sample look alike.
export function firstOrder({ manifest, tables, columns }) {
  if (tables.chosen && instanceSolutions(columns)) return "solvable";
  return manifest.job === "sample" ? "random" : "row";
}

// plainOrder names the column of an order by its own name, where it is written as a
// measure of pieces: on_edge(I5) is on_edge_I5. An unknown one stays as it is.
export function plainOrder(columns, order) {
  const column = findColumn(columns, order.replace(/^-/, ""));
  return column ? (order.startsWith("-") ? "-" : "") + column.name : order;
}

// permutation returns a permutation of 0 .. n-1 and its inverse: four rounds of a
// Feistel network on the least even number of bits that holds n, walked until the
// number is below n (J. Black and P. Rogaway, Ciphers with arbitrary finite domains,
// 2002). It is for looking at rows, not for statistics.
export function permutation(n, seed) {
  let half = 1;
  while (4 ** half < n) half++;
  const side = 2 ** half, mask = side - 1;
  const mixed = (x, round) => {
    let h = Math.imul(x ^ Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(round + 1, 0x85ebca6b), 0xc2b2ae35);
    h = Math.imul(h ^ h >>> 15, 0x2c1b3c6d);
    h = Math.imul(h ^ h >>> 12, 0x297a2d39);
    return (h ^ h >>> 15) & mask;
  };
  const forth = (x) => {
    let high = Math.floor(x / side), low = x % side;
    for (let round = 0; round < 4; round++) [high, low] = [low, high ^ mixed(low, round)];
    return high * side + low;
  };
  const back = (x) => {
    let high = Math.floor(x / side), low = x % side;
    for (let round = 3; round >= 0; round--) [high, low] = [low ^ mixed(high, round), high];
    return high * side + low;
  };
  const below = (step) => (x) => {
    do x = step(x); while (x >= n);
    return x;
  };
  return { key: below(forth), row: below(back) };
}

// compare orders values of a column: null comes last in either direction.
function compare(a, b, descending) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const c = a < b ? -1 : a > b ? 1 : 0;
  return descending ? -c : c;
}

// Least keeps the k rows that come first in an order, of all that are offered; rows
// with equal keys come by their numbers. (Whole lists are sorted and cut each time
// that they have twice the length: a heap would be longer and not faster here.)
export class Least {
  constructor(k, descending = false) {
    this.k = k, this.list = [], this.offered = 0;
    this.order = (a, b) => compare(a.key, b.key, descending) || a.row - b.row;
    this.last = null; // once k rows are known: no later row is wanted
  }

  offer(key, row) {
    this.offered++;
    const entry = { key, row };
    if (this.last && this.order(entry, this.last) > 0) return;
    this.list.push(entry);
    if (this.list.length >= 2 * this.k + 1000) this.cut();
  }

  cut() {
    this.list.sort(this.order).splice(this.k);
    if (this.list.length === this.k) this.last = this.list[this.k - 1];
  }

  rows() {
    this.cut();
    return this.list.map((entry) => entry.row);
  }
}
