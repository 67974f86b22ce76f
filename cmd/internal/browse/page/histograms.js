// The measures of a dataset as small histograms, in which values are chosen by
// pointer or by keyboard.
import { choose, chosen, expression, words } from "./choose.js";
import { count, counted, el, percent, plainName, replace, svg } from "./dom.js";
import { placesOf } from "./images.js";
import { optionsTable, paint, svg as drawn } from "./picture.js";
import * as state from "./state.js";

const width = 260, height = 76, foot = 16; // of a chart; the foot holds the labels
const head = 12; // above it, for the share of the greatest bar

// showHistograms fills the place with a histogram of each measure. What does not
// vary has a line instead.
/** @param {import("./source.js").Dataset} dataset */
export function showHistograms(place, dataset, signal, counter) {
  const { axes } = counter;
  if (axes.length === 0) {
    replace(place, el("h2", {}, "Measures"), el("p", { class: "note" }, "This dataset has no measures: there is nothing to choose from. Its config can name some, see coverstat list."));
    return;
  }
  const constant = (axis) => axis.bars.length < 2;
  const order = [...axes].sort((a, b) => b.solutions - a.solutions);
  const cards = order.filter((a) => !constant(a)).map((axis) => card(dataset, axis, counter));
  const same = order.filter(constant);
  replace(place,
    el("h2", {}, "Measures"),
    el("p", { class: "note key" }, el("span", { class: "all" }, "all"), el("span", { class: "selected" }, "the selection"), "Bars are shares. Click, drag or Ctrl-click to select."),
    el("p", { class: "spoken", id: "keys" }, "Arrow keys move, Enter selects, Shift with an arrow key selects a range, Control with Enter adds, Escape clears."),
    el("div", { class: "cards" }, cards.map((c) => c.element)),
    same.length > 0 && el("p", { class: "note" }, el("b", {}, "Always the same: "),
      same.map((a, i) => [i > 0 && ", ", el("span", { title: a.meaning }, `${plainName(a.name)} ${a.bars[0]?.label ?? "without a value"}`)])));
  counter.on((current) => {
    if (current.phase !== "counting" || current.progress === 0) cards.forEach((c) => c.update(current));
  });
  state.on((now, before) => {
    if (now.weight !== before.weight) cards.forEach((c) => c.update(counter.current));
  }, signal);
}

// card makes the histogram of one measure: {element, update(current)}.
/** @param {import("./source.js").Dataset} dataset */
function card(dataset, axis, counter) {
  const { name, bars, unit, meaning } = axis;
  const title = plainName(name), id = `measure-${name}`;
  const step = Math.min(width / bars.length, 52), left = (width - step * bars.length) / 2;
  const ghosts = [], fills = [], options = [];
  bars.forEach((bar, i) => {
    const x = left + i * step;
    ghosts.push(svg("rect", { class: "ghost", x: x + step * 0.06, width: step * 0.88 }));
    fills.push(svg("rect", { class: "bar", x: x + step * 0.2, width: step * 0.6 }));
    options.push(svg("g", { role: "option", "aria-selected": "false", tabindex: i === 0 ? 0 : -1 },
      svg("rect", { class: "area", x, y: 0, width: step, height }), ghosts[i], fills[i]));
  });
  const greatest = svg("text", { class: "words", y: -3, "text-anchor": "middle", "aria-hidden": "true" });
  const chart = svg("svg", { class: "chart", viewBox: `0 ${-head} ${width} ${head + height + foot}`, role: "listbox", "aria-multiselectable": "true", "aria-orientation": "horizontal", "aria-label": title, "aria-describedby": "keys" },
    svg("path", { class: "rule", d: `M0 ${height + 0.5}H${width}` }), options, labels(bars, left, step), greatest);
  const reading = el("p", { class: "reading" });
  const about = el("p", { class: "note", id: `${id}-about`, hidden: true }, aboutText(axis));
  const asked = el("button", { type: "button", class: "ask", "aria-expanded": "false", "aria-controls": about.id, "aria-label": `meaning of ${title}`, click: () => {
    about.hidden = !about.hidden;
    asked.setAttribute("aria-expanded", String(!about.hidden));
  } }, "?");
  const clear = el("button", { type: "button", class: "clear", hidden: true, "aria-label": `clear the selection of ${title}`, click: () => {
    choose(dataset, [name], "");
    options.find((o) => o.getAttribute("tabindex") === "0").focus();
  } }, "clear");
  const element = el("article", { class: "measure", id }, el("div", { class: "title" }, el("h3", { title: meaning }, title), asked, clear), about, chart, reading);

  showPlaces().catch(() => {}); // the chart is whole without them

  // showPlaces draws below each bar of the measure place which placement it counts.
  async function showPlaces() {
    const places = await placesOf(dataset, axis);
    if (!places || step < 16) return;
    const options = await optionsTable(dataset), side = step * 0.9;
    bars.forEach((bar, i) => {
      if (bar.null || places[bar.low] === undefined) return;
      const board = drawn({ ...paint(dataset.page, {}, options, [places[bar.low]]), notes: undefined }, "", 8);
      for (const [key, value] of Object.entries({ class: "place", x: left + (i + 0.5) * step - side / 2, y: height + foot, width: side, height: side })) board.setAttribute(key, value);
      chart.append(board);
    });
    chart.setAttribute("viewBox", `0 ${-head} ${width} ${head + height + foot + side}`);
  }

  let seen = null; // what the chart shows: {here, all}, of which {ofHere, ofAll} are the sums, {marks, kind, counts, known, selected}
  let at = null; // the bar that is pointed at or focused

  function update({ counts, conditions, phase }) {
    const kind = counter.kind();
    const marks = conditions && chosen(axis, conditions);
    const all = counter.all.bars[name][kind], here = counts ? counts.bars[name][kind] : Array.from(all, () => 0);
    const ofHere = sum(here), ofAll = sum(all);
    seen = { here, all, ofHere, ofAll, marks, kind, counts: counts ?? counter.all, known: counts !== null, selected: counts !== null && counts.from !== "stats" };
    const shares = bars.map((_, i) => Math.max(Number(here[i]) / ofHere, Number(all[i]) / ofAll)), top = Math.max(...shares, 1e-9);
    greatest.textContent = percent(top);
    greatest.setAttribute("x", Math.min(width - 18, Math.max(18, left + (shares.indexOf(Math.max(...shares)) + 0.5) * step)));
    bars.forEach((bar, i) => {
      const mark = marks?.[i] ?? "all";
      grow(ghosts[i], Number(all[i]) / ofAll / top);
      grow(fills[i], Number(here[i]) / ofHere / top);
      fills[i].setAttribute("class", mark === "none" ? "bar out" : mark === "part" ? "bar part" : "bar");
      options[i].setAttribute("aria-selected", String(marks !== null && mark !== "none"));
      options[i].setAttribute("aria-label", sentence(i));
    });
    clear.hidden = !marks;
    element.classList.toggle("counting", phase === "counting");
    read();
  }

  // sentence says all numbers of a bar.
  function sentence(i) {
    const { here, all, ofHere, ofAll, selected, kind, counts } = seen;
    const what = `${bars[i].label}${unit && !bars[i].null && axis.scale === "count" ? ` ${unit}` : ""}`;
    const whole = `${counted(all[i], kind)} (${percent(Number(all[i]) / ofAll)})`;
    const said = selected ? `${what}: ${counted(here[i], kind)} (${percent(Number(here[i]) / ofHere)}), in all ${whole}` : `${what}: ${whole}`;
    // Of weighted draws, what the other one of draws and weights says.
    const other = { raw: "weighted", weighted: "raw" }[kind], beside = counts.bars[name][other];
    return beside ? `${said}; ${other === "raw" ? "of the draws" : "corrected by weights"} ${percent(Number(beside[i]) / sum(beside))}` : said;
  }

  function read() {
    reading.textContent = at !== null ? sentence(at) : seen.known ? summary(axis, seen) : "";
  }

  function focus(i) {
    options.forEach((o, k) => o.setAttribute("tabindex", k === i ? 0 : -1));
    options[i].focus();
  }

  // pick chooses bars; again says that it goes on with a choice that has its step in
  // the browser's history already.
  function pick(numbers, again) {
    const text = expression(axis, numbers);
    choose(dataset, [name], text, { replace: again });
    counter.said = { where: state.get().where, words: `${title} ${text ? words(axis, numbers) : "any"}` };
  }

  const picked = () => (seen.marks ?? []).flatMap((mark, i) => (mark === "none" ? [] : [i]));

  // one chooses a bar, or no longer if it is the only one that is chosen.
  function one(i) {
    const now = picked();
    pick(now.length === 1 && now[0] === i ? [] : [i]);
  }

  function toggle(i) {
    const now = picked();
    pick(now.includes(i) ? now.filter((k) => k !== i) : [...now, i]);
  }

  const between = (a, b) => Array.from({ length: Math.abs(a - b) + 1 }, (_, k) => Math.min(a, b) + k);

  pointers(chart, {
    at: (share) => Math.min(bars.length - 1, Math.max(0, Math.floor((share * width - left) / step))),
    over(i) {
      at = i;
      read();
    },
    click(i, more) {
      chart.classList.add("pointed"); // the focus is for keys to come: its frame is not
      focus(i);
      if (more) toggle(i);
      else one(i);
    },
    drag: (from, to, again) => pick(between(from, to), again),
  });

  let anchor = null; // of a range that grows with shift and the arrows
  let growing = false;
  chart.addEventListener("keydown", (e) => {
    const i = options.indexOf(e.target), n = bars.length;
    if (i < 0) return;
    chart.classList.remove("pointed");
    const to = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: n - 1 }[e.key];
    if (to !== undefined) {
      const next = Math.min(n - 1, Math.max(0, to));
      if (e.shiftKey) {
        anchor ??= i;
        pick(between(anchor, next), growing);
        growing = true;
      } else {
        anchor = null;
        growing = false;
      }
      focus(next);
    } else if (e.key === "Enter" || e.key === " ") {
      if (e.ctrlKey || e.shiftKey || e.metaKey) toggle(i);
      else one(i);
    } else if (e.key === "Escape") {
      pick([]);
    } else {
      return;
    }
    e.preventDefault();
  });
  chart.addEventListener("focusin", (e) => {
    at = options.indexOf(e.target);
    read();
  });
  chart.addEventListener("focusout", (e) => {
    if (chart.contains(e.relatedTarget)) return; // to another bar
    at = anchor = null;
    growing = false;
    read();
  });
  return { element, update };
}

// sum adds counts, for shares of them: it is 1 at least.
const sum = (counts) => Math.max(1, Array.from(counts, Number).reduce((a, n) => a + n, 0));

// grow gives a bar its height; what is not nothing can be seen.
function grow(rect, share) {
  const h = share > 0 ? Math.max(1.5, share * (height - 4)) : 0;
  rect.setAttribute("y", (height - h).toFixed(2));
  rect.setAttribute("height", h.toFixed(2));
}

// labels are written below some of the bars, as many as have room. That of missing
// values is always there.
function labels(bars, left, step) {
  const texts = bars.map((b) => (b.null ? b.label : b.label.split(" to ")[0].replace(" or more", "+")));
  const length = (i) => texts[i].length * 6.2 + 6;
  const numbers = bars.flatMap((b, i) => (b.null ? [] : [i]));
  const every = Math.ceil(Math.max(...numbers.map(length), 0) / step);
  const at = (i) => Math.min(width - length(i) / 2 + 3, Math.max(length(i) / 2 - 3, left + (i + 0.5) * step)); // without the gap
  const last = bars.length - 1, bound = bars[last].null ? at(last) - length(last) / 2 : width;
  return bars.map((b, i) => (b.null || i % every === 0 && at(i) + length(i) / 2 <= bound + 6) &&
    svg("text", { class: "words", x: at(i), y: height + foot - 3, "text-anchor": "middle", "aria-hidden": "true" }, texts[i]));
}

function aboutText({ meaning, unit, ranges, atLeast }) {
  const sentence = (s) => s && `${s[0].toUpperCase()}${s.slice(1)}${s.endsWith(".") ? "" : "."}`;
  return [sentence(meaning), unit && `Unit: ${unit}.`, ranges && `Bars stand for values ${ranges}.`,
    atLeast !== null && `Values from ${count(atLeast)} on may be lower bounds: counting ended at a limit.`].filter(Boolean).join(" ");
}

// summary is what a chart says while no bar is pointed at: the mean, if bars stand
// for single values, and the range.
function summary({ bars, scale, type, atLeast }, { here, marks }) {
  const at = bars.map((_, i) => i).filter((i) => !bars[i].null && Number(here[i]) > 0 && marks?.[i] !== "none");
  const n = at.reduce((sum, i) => sum + Number(here[i]), 0);
  if (n === 0) return "nothing here";
  if (scale === "yes_no" || type === "bool") {
    const yes = bars.findIndex((b) => b.low === 1);
    return `${percent(at.includes(yes) ? Number(here[yes]) / n : 0)} yes`;
  }
  if (scale === "nominal") return `${count(at.length)} kinds`;
  const low = bars[at[0]].low, high = bars[at.at(-1)].high;
  if (bars.some((b) => !b.null && b.low !== b.high)) return `within ${count(low)} to ${count(high)}`;
  const mean = at.reduce((sum, i) => sum + bars[i].low * Number(here[i]), 0) / n;
  if (low === high) return `all ${bars[at[0]].label}`;
  return `mean ${atLeast !== null && high >= atLeast ? "at least " : ""}${Number(mean.toPrecision(4))} · ${count(low)} to ${count(high)}`;
}

// pointers turns what a pointer does on a chart into calls: over(bar or null),
// click(bar, more) and drag(from, to, again).
function pointers(chart, { at, over, click, drag }) {
  let from = null, last = null, moved = false;
  const bar = (e) => {
    const box = chart.getBoundingClientRect();
    return at((e.clientX - box.left) / box.width);
  };
  chart.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    e.preventDefault(); // no selection of text
    from = last = bar(e);
    moved = false;
    chart.setPointerCapture(e.pointerId);
  });
  chart.addEventListener("pointermove", (e) => {
    const i = bar(e);
    over(i);
    if (from === null || i === last) return;
    last = i;
    drag(from, i, moved);
    moved = true;
  });
  chart.addEventListener("pointerup", (e) => {
    if (from !== null && !moved) click(from, e.shiftKey || e.ctrlKey || e.metaKey);
    from = null;
  });
  chart.addEventListener("pointercancel", () => { from = null; });
  chart.addEventListener("pointerleave", () => over(null));
}
