// The worker: scans rows away from the page. A message asks for a job, {id, name,
// args}; the answers are {id, progress}, then {id, result} or {id, error}. A message
// {id, cancel: true} ends the job without an answer.
import { count } from "./count.js";
import { exportRows, findRows, readThese } from "./rows.js";

// jobs by name.
/** @type {Record<string, (args: any, signal: AbortSignal, progress: (of: any) => void) => Promise<any>>} */
const jobs = {
  count,
  rows: findRows,
  export: exportRows,
  values: async ({ dataset, row, names }, signal) => (await readThese(dataset, names, [row], signal))[0],
};

const running = new Map();

addEventListener("message", async ({ data: { id, name, args, cancel } }) => {
  if (cancel) {
    running.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const result = await jobs[name](args, controller.signal, (progress) => postMessage({ id, progress }));
    if (!controller.signal.aborted) postMessage({ id, result });
  } catch (e) {
    if (!controller.signal.aborted) postMessage({ id, error: e.message });
  } finally {
    running.delete(id);
  }
});
