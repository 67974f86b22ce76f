// A dataset that cannot be explored yet, or at all: a run that goes on, one that has
// stopped, one that is damaged.
import { count, el, replace } from "./dom.js";
import { getJSON } from "./source.js";

const every = 2000; // milliseconds between two looks at a run

// showStatus fills the place. It looks again while the page is visible, and loads the
// page anew when the run is complete.
/** @param {json.Entry} entry */
export function showStatus(place, entry, server, signal) {
  if (entry.state === "damaged" || !server) {
    replace(place, el("p", { class: "warning", role: "alert" }, entry.message));
    return;
  }
  replace(place, el("p", { class: "note" }, "Asking how far the run is …"));
  const look = async () => {
    if (signal.aborted) return;
    if (!document.hidden) {
      try {
        /** @type {json.Status} */
        const status = await getJSON(`data/${entry.id}/status`, { signal });
        if (status.complete) {
          location.reload();
          return;
        }
        draw(place, status, entry);
      } catch (e) {
        if (signal.aborted) return;
        replace(place, el("p", { class: "warning", role: "alert" }, e.message));
      }
    }
    setTimeout(look, every);
  };
  look();
}

/** @param {json.Entry} entry */
function draw(place, /** @type {json.Status} */ s, entry) {
  const percent = `${(100 * s.share).toFixed(1)}%`;
  replace(place, el("div", { class: "run" },
    el("div", { class: "great" },
      el("div", {}, el("b", {}, percent), el("span", {}, s.running ? "of the search is done" : "of the search was done when it stopped")),
      s.rows > 0 && el("div", {}, el("b", {}, count(s.rows)), el("span", {}, "rows so far")),
      s.running && s.left && el("div", {}, el("b", {}, s.left.replace(/ left$/, "")), el("span", {}, "left, estimated"))),
    el("progress", { max: 1, value: s.share, "aria-label": "share of the search that is done" }),
    el("p", { class: "note" }, `${count(s.tasks)} of ${count(s.of)} tasks. ${s.writing ? "The files are being written. " : ""}`, s.running
      ? "The page shows the dataset when the run is complete."
      : [s.failure ? `The run has failed: ${s.failure}. ` : "The run has stopped. ", "It goes on where it was when it is started again with ", el("code", {}, `--out ${entry.folder}`), "."])));
}
