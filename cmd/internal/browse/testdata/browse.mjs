// Opens the page of coverstat browse in headless Chromium and uses it as a reader would:
//
//	node browse.mjs COVERSTAT DIR... [-- TEST...]
//
// COVERSTAT is the program, each DIR a finished run; the first is copied by --export as
// well. TEST names the tests that are wanted. CHROMIUM names the browser.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { tests as explore } from "./explore.mjs";
import { tests as gallery } from "./gallery.mjs";
import { tests as measures } from "./measures.mjs";

const require = createRequire(import.meta.url);
const { chromium } = require("playwright-core");

const [program, ...rest] = process.argv.slice(2);
const cut = rest.indexOf("--");
const dirs = (cut < 0 ? rest : rest.slice(0, cut)).map((dir) => resolve(dir));
const wanted = cut < 0 ? [] : rest.slice(cut + 1);
if (dirs.length === 0) {
  console.error("browse.mjs: expected the program and folders of runs");
  process.exit(2);
}

let failures = 0;
const children = [];

// start runs a server until the end and returns its process, when found(what it prints)
// returns its address.
function start(command, args, found) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  return new Promise((settle, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${command} ended with ${code}`)));
    let printed = "";
    child.stdout.on("data", (text) => {
      printed += text;
      const address = found(printed);
      if (address) settle({ address, process: child });
    });
  });
}

// serve starts coverstat browse on datasets: {address, process, dirs}.
async function serve(...dirs) {
  const server = await start(program, ["browse", "--no-open", ...dirs], (printed) => printed.match(/http:\S+/)?.[0]);
  return { ...server, dirs };
}

// copy serves the static copy of a dataset by a server that knows no ranges.
async function copy(dir, out) {
  execFileSync(program, ["browse", dir, "--export", join(out, "copy")], { stdio: "ignore" });
  const server = await start("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", join(out, "copy")], (printed) => printed.match(/port (\d+)/)?.[1]);
  return { ...server, address: `http://127.0.0.1:${server.address}/` };
}

const out = mkdtempSync(join(tmpdir(), "coverstat-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  // What a test gets. axe is the source of axe-core.
  const world = {
    browser, program, serve, served: await serve(...dirs), copied: await copy(dirs[0], out),
    axe: readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"),
  };
  for (const [name, test] of Object.entries({ ...measures, ...gallery, ...explore })) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = performance.now();
    const expect = (ok, what) => {
      if (ok) return;
      failures++;
      console.error(`FAIL ${name}: ${what}`);
    };
    try {
      await test({ ...world, expect });
    } catch (e) {
      expect(false, e.stack);
    }
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
  for (const child of children) child.kill();
  rmSync(out, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);
