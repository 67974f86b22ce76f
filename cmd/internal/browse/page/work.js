// The page's side of the workers. Each kind of job has a worker of its own, so that
// counts need not wait while rows are looked for.

import { noAnswer } from "./source.js";

const workers = new Map();
let last = 0;
const waiting = new Map(); // jobs by their numbers

function workerOf(name) {
  if (workers.has(name)) return workers.get(name);
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => answer(data));
  worker.addEventListener("error", (e) => {
    workers.delete(name);
    // Of a worker whose file could not be had, the browser sends an event without a message.
    const text = e instanceof ErrorEvent ? "The part of the page that reads rows has stopped: reload the page." : noAnswer;
    for (const [id, job] of waiting) {
      if (job.worker !== worker) continue;
      waiting.delete(id);
      job.reject(new Error(text));
    }
  });
  workers.set(name, worker);
  return worker;
}

// work lets a worker do a job and returns its result. progress is called now and
// then with what the job says of itself; an aborted signal ends the job, and the
// promise is rejected with an AbortError.
/** @param {string} name @param {{signal?: AbortSignal, progress?: (of: any) => void}} [how] */
export function work(name, args, how = {}) {
  const { signal, progress } = how;
  const worker = workerOf(name);
  const id = ++last;
  return new Promise((resolve, reject) => {
    const stop = () => {
      waiting.delete(id);
      worker.postMessage({ id, cancel: true });
      reject(new DOMException("cancelled", "AbortError"));
    };
    if (signal?.aborted) {
      reject(new DOMException("cancelled", "AbortError"));
      return;
    }
    signal?.addEventListener("abort", stop, { once: true });
    waiting.set(id, { worker, resolve, reject, progress });
    worker.postMessage({ id, name, args });
  });
}

function answer({ id, progress, result, error }) {
  const job = waiting.get(id);
  if (!job) return;
  if (progress !== undefined) {
    job.progress?.(progress);
    return;
  }
  waiting.delete(id);
  if (error !== undefined) job.reject(new Error(error));
  else job.resolve(result);
}
