// The page's side of the worker.

let worker = null;
let last = 0;
const waiting = new Map();

// work lets the worker do a job and returns its result. progress is called now and
// then with what the job says of itself; an aborted signal ends the job, and the
// promise is rejected with an AbortError.
export function work(name, args, { signal, progress } = {}) {
  if (!worker) {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => answer(data));
    worker.addEventListener("error", () => {
      for (const { reject } of waiting.values()) reject(new Error("The part of the page that reads rows has stopped: reload the page."));
      waiting.clear();
      worker = null;
    });
  }
  const id = ++last;
  return new Promise((resolve, reject) => {
    const stop = () => {
      waiting.delete(id);
      worker?.postMessage({ id, cancel: true });
      reject(new DOMException("cancelled", "AbortError"));
    };
    if (signal?.aborted) {
      reject(new DOMException("cancelled", "AbortError"));
      return;
    }
    signal?.addEventListener("abort", stop, { once: true });
    waiting.set(id, { resolve, reject, progress });
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
