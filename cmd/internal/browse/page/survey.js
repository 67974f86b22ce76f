// The instance of a survey's row, solved on the spot by the server.
import { count, el, replace } from "./dom.js";
import { fit, svg } from "./picture.js";
import { noAnswer } from "./source.js";
import { instanceSolutions } from "./values.js";

const few = 24, many = 1000; // solutions that are shown at first, and at most

// solve returns an element that shows the solutions of a row's instance as they are
// found, or null where there is nothing to solve. The search ends with the signal.
/** @param {import("./source.js").Dataset} dataset */
export function solve(dataset, row, values, signal) {
  if (!dataset.page.can?.solve || !dataset.server) return null;
  const title = el("h3", {}, "Solutions"), note = el("p", { class: "note", role: "status" }), list = el("ol", { class: "pictures small" });
  const place = el("section", { class: "images" }, title, note, list);
  const known = values[instanceSolutions(dataset.columns)];
  if (known === 0) {
    replace(note, "There is none.");
    return place;
  }
  const start = async (limit) => {
    replace(list);
    replace(note, "Solving …");
    try {
      const end = await stream(`data/${dataset.id}/solutions?row=${row}&limit=${limit}`, signal, (picture) => {
        if (list.children.length === 0) fit(list, [picture]);
        list.append(el("li", {}, svg(picture, `solution ${list.children.length + 1}`, 16)));
        replace(note, `Solving … ${count(list.children.length)} so far.`);
      });
      replace(note, summary(end, limit, known), !end.complete && limit < many && end.solutions >= limit
        ? [" ", el("button", { type: "button", click: () => start(many) }, known <= many ? "All of them" : `Up to ${count(many)}`)] : null,
      end.link ? [" ", el("a", { href: end.link, target: "_blank", rel: "noreferrer" }, "Solve it online")] : null);
    } catch (e) {
      if (!signal.aborted) replace(note, e.message);
    }
  };
  start(few);
  return place;
}

function summary({ solutions, complete }, limit, known) {
  if (complete) return solutions === 0 ? "There is none." : solutions === 1 ? "The only one, found just now." : `All ${count(solutions)}, found just now.`;
  const of = typeof known === "number" && known > solutions ? ` of ${count(known)}` : "";
  return solutions >= limit ? `The first ${count(solutions)}${of}, found just now.` : `${count(solutions)}${of} found in the time that the server allows.`;
}

// stream reads JSON lines: visit is called with each but the last, which is returned.
async function stream(url, signal, visit) {
  const answer = await fetch(url, { signal }).catch((e) => {
    throw e.name === "AbortError" ? e : new Error(noAnswer);
  });
  if (!answer.ok) throw new Error((await answer.text()).slice(0, 500) || `${url}: the server answers ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  /** @type {json.SolutionsEnd} */
  let last = null;
  const take = (line) => {
    if (line === "") return;
    const value = JSON.parse(line);
    if (value.done) last = value;
    else visit(value);
  };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    lines.forEach(take);
  }
  take(rest);
  if (last?.error) throw new Error(last.error);
  if (!last) throw new Error("The answer of the server breaks off.");
  return last;
}
