// The states of the page's left half: selecting by histograms and by text, what is
// counted, and datasets that cannot be shown.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const tests = {};

// state adds a test of a state of the page, which gets a page of its own in a window
// with these options, and tools to look at it. Nothing may be written to the console
// and nothing be asked of another server.
function state(name, f, options = {}) {
  tests[name] = async (world) => {
    const context = await world.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const t = { ...world, page: await context.newPage(), said: [] };
    const { page, said, expect } = t, asked = new Set();
    page.setDefaultTimeout(20_000);
    page.on("console", (m) => said.push(m.text()));
    page.on("pageerror", (e) => said.push(String(e)));
    context.on("request", (r) => asked.add(new URL(r.url()).hostname));
    t.equal = (got, want, what) => {
      const [a, b] = [got, want].map((x) => JSON.stringify(x));
      expect(a === b, `${what}: expected ${b}, got ${a}`);
    };
    t.run = (name) => world.served.dirs.find((dir) => dir.endsWith(`/${name}`));
    // counted waits until the counts belong to the selection.
    t.counted = () => page.waitForFunction(() => document.querySelector("#selection .great") && !document.querySelector("#selection.counting"));
    // open goes to a state of the page, loaded anew.
    t.open = async (address, hash = "") => {
      await page.goto("about:blank");
      await page.goto(address + hash);
      await page.waitForSelector("#selection .great, #selection .warning");
    };
    t.where = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("where") ?? "");
    // rules lists what axe-core finds wrong. The debugger brings it into the page, whose
    // policy lets no other script in.
    t.rules = async () => {
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((a) => a.finished)));
      await page.evaluate(world.axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      return violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
    };
    await f(t);
    expect(said.length === 0, `the console says ${said.join(" | ")}`);
    const beyond = [...asked].filter((host) => host !== "127.0.0.1" && host !== "");
    expect(beyond.length === 0, `asks for ${beyond.join(" ")}`);
    await context.close();
  };
}

const shared = {}; // addresses of servers that several states use

async function chessboard(t) {
  shared.chessboard ??= await t.serve(t.run("chessboard"), t.run("latin-5"), t.run("chessboard-shuffled"), t.run("nonograms-drawn"), t.run("chessboard-weighted"));
  return shared.chessboard.address;
}

// rows are all rows of a dataset as coverstat cat has them: the counts of the tests
// do not come from the page's code, nor from its files.
function rows(t, dir, columns) {
  const [head, ...lines] = execFileSync(t.program, ["cat", dir, "--columns", columns.join(","), "--format", "csv"], { encoding: "utf8", maxBuffer: 1 << 28 }).trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((v, i) => [names[i], v === "" ? null : Number(v)])));
}

const bar = (page, measure, i) => page.locator(`#measure-${measure} [role=option]`).nth(i);
const great = (page) => page.locator("#selection .great b").allTextContents();
const plain = (n) => n.toLocaleString("en-US");

// shown returns the counts that the bars of a measure tell.
const shown = (page, measure) => page.locator(`#measure-${measure} [role=option]`).evaluateAll((bars) =>
  bars.map((b) => b.getAttribute("aria-label").match(/: ([\d,]+) /)[1].replaceAll(",", "")).map(Number));

state("nothing selected", async (t) => {
  await t.open(await chessboard(t));
  await t.counted();
  const stats = JSON.parse(readFileSync(join(t.run("chessboard"), "stats.json")));
  t.equal(await great(t.page), [plain(stats.solutions.raw), plain(stats.solutions.distinct)], "counts");
  t.equal(await t.page.title(), "Twelve pentominoes and a square on the chessboard · coverstat", "title");
  for (const [name, m] of Object.entries(stats.measures)) t.equal(await shown(t.page, name), Object.values(m.raw.histogram), name);
  await t.page.getByLabel("up to symmetry").check();
  for (const [name, m] of Object.entries(stats.measures)) t.equal(await shown(t.page, name), Object.values(m.distinct.histogram), `${name} up to symmetry`);
});

state("selecting filters all other histograms", async (t) => {
  await t.open(await chessboard(t));
  await bar(t.page, "on_edge_I5", 0).click();
  const from = await bar(t.page, "crossroads", 1).boundingBox(), to = await bar(t.page, "crossroads", 3).boundingBox();
  await t.page.mouse.move(from.x + 9, from.y + 20);
  await t.page.mouse.down();
  await t.page.mouse.move(to.x + 9, to.y + 25, { steps: 5 });
  await t.page.mouse.up();
  await bar(t.page, "place_O4", 1).click();
  await bar(t.page, "place_O4", 4).click({ modifiers: ["ControlOrMeta"] });
  t.equal(await t.where(), "on_edge_I5=0 and crossroads>=1 and crossroads<=3 and place_O4 in (1, 4)", "the selection");
  await t.counted();
  const measures = ["on_edge_I5", "touches_edge_X5", "place_O4", "crossroads", "border_pieces", "piece_contacts"];
  const meets = { on_edge_I5: (v) => v === 0, crossroads: (v) => v >= 1 && v <= 3, place_O4: (v) => v === 1 || v === 4 };
  const all = rows(t, t.run("chessboard"), [...measures, "orbit_size"]);
  const sum = (list) => list.reduce((n, r) => n + r.orbit_size, 0);
  const match = all.filter((r) => Object.entries(meets).every(([m, f]) => f(r[m])));
  t.equal(await great(t.page), [plain(sum(match)), plain(match.length)], "counts");
  for (const m of measures) {
    const values = [...new Set(all.map((r) => r[m]))].sort((a, b) => a - b);
    const open = all.filter((r) => Object.entries(meets).every(([other, f]) => other === m || f(r[other])));
    t.equal(await shown(t.page, m), values.map((v) => sum(open.filter((r) => r[m] === v))), m);
  }
  t.equal(await t.page.locator("#said").textContent(), `place O4 1 and 4: ${plain(sum(match))} of 129,168`, "what a screen reader says");
  t.expect((await t.page.locator("#selection .how").textContent()).startsWith("counted from "), "it is said from what was counted");

  await t.page.goBack();
  t.equal(await t.where(), "on_edge_I5=0 and crossroads>=1 and crossroads<=3 and place_O4=1", "one step back");
  await t.page.goBack();
  await t.page.goBack();
  t.equal(await t.where(), "on_edge_I5=0", "a drag is one step");
  await t.page.getByRole("button", { name: "Clear", exact: true }).click();
  await t.counted();
  t.equal((await great(t.page))[0], "129,168", "after Clear");
});

// duckdb answers questions about the rows of a dataset, each a list of rows.
function duckdb(dir, questions) {
  const script = "import duckdb, json, sys\nprint(json.dumps([duckdb.sql(q).fetchall() for q in json.load(sys.stdin)], default=int))";
  const input = JSON.stringify(questions.map((q) => q.replace("ROWS", `'${dir}/rows/*.parquet'`)));
  return JSON.parse(execFileSync(process.env.PYTHON ?? "python3", ["-c", script], { input, encoding: "utf8" }));
}

state("all histograms are what DuckDB counts", async (t) => {
  const address = await chessboard(t), dir = t.run("chessboard");
  const measures = ["on_edge_I5", "touches_edge_X5", "place_O4", "crossroads", "border_pieces", "piece_contacts", "fault_lines"];
  for (const conditions of [[["border_pieces", ">=10"], ["touches_edge_X5", "=1"]], [["crossroads", " in (0, 4)"], ["piece_contacts", "!=25"], ["border_pieces", "<10"]], [["crossroads", ">1"], ["W5", "<1800"]],
    [["crossroads", "=0 or crossroads=4"], ["on_edge_I5", "=1"]], [["", "border_pieces=9 and crossroads=0 or piece_contacts<24 and (touches_edge_X5=1 or I5<300)"]]]) {
    const where = conditions.map((c) => (c[1].includes(" or ") && conditions.length > 1 ? `(${c.join("")})` : c.join(""))).join(" and ");
    const sql = (list) => list.map((c) => `(${c.join("")})`).join(" and ") || "true";
    const questions = [`select sum(orbit_size), count(*) from ROWS where ${sql(conditions)}`,
      ...measures.map((m) => `select ${m}, sum(case when ${sql(conditions.filter(([c]) => c !== m))} then orbit_size else 0 end) from ROWS group by 1 order by 1`)];
    const [[counts], ...histograms] = duckdb(dir, questions);
    await t.open(address, `#d=0&where=${encodeURIComponent(where)}`);
    await t.counted();
    t.equal(await great(t.page), counts.map(plain), where);
    for (const [i, m] of measures.entries()) t.equal(await shown(t.page, m), histograms[i].map(([, n]) => n), `${m} where ${where}`);
  }
});

state("by keyboard", async (t) => {
  await t.open(await chessboard(t));
  await bar(t.page, "crossroads", 0).focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await t.page.keyboard.press(key);
  t.equal(await t.where(), "crossroads=3", "Enter");
  for (const key of ["Shift+ArrowRight", "Shift+ArrowRight"]) await t.page.keyboard.press(key);
  t.equal(await t.where(), "crossroads>=3 and crossroads<=5", "shift and arrows");
  await t.counted();
  t.equal(await t.page.locator("#said").textContent(), "crossroads 3 to 5: 13,816 of 129,168", "what a screen reader says");
  t.expect(await bar(t.page, "crossroads", 5).evaluate((e) => e === document.activeElement), "the focus is on the last bar");
  t.equal(await bar(t.page, "crossroads", 4).getAttribute("aria-selected"), "true", "a bar in the range");
  for (const key of ["Home", "Control+Enter"]) await t.page.keyboard.press(key);
  t.equal(await t.where(), "crossroads in (0, 3, 4, 5)", "ctrl adds");
  await t.page.keyboard.press("Escape");
  t.equal(await t.where(), "", "Escape");
  await t.page.keyboard.press("Tab");
  t.expect(await t.page.evaluate(() => !document.activeElement.closest("#measure-crossroads svg")), "one Tab leaves the chart");
});

state("the selection as text", async (t) => {
  await t.open(await chessboard(t));
  const field = t.page.getByRole("textbox", { name: "Selection" });
  await field.fill("crossroads>=3 and I5<300");
  await field.press("Enter");
  await t.counted();
  const match = rows(t, t.run("chessboard"), ["crossroads", "I5", "orbit_size"]).filter((r) => r.crossroads >= 3 && r.I5 < 300);
  t.equal(await great(t.page), [plain(match.reduce((n, r) => n + r.orbit_size, 0)), plain(match.length)], "a condition on a column that is no measure");
  t.equal(await t.page.locator("#selection .how").textContent(), "counted from 16,146 rows", "from what was counted");

  await field.fill("crosroads=3");
  await field.press("Enter");
  await t.page.waitForSelector("#where[aria-invalid=true]");
  t.equal(await t.page.locator("#where-error").textContent(), 'no column "crosroads": did you mean crossroads?', "an error in the program's words");
  t.equal(await field.inputValue(), "crosroads=3", "the text stays");
  const bars = () => t.page.$$eval("#measures .bar", (list) => list.filter((e) => Number(e.getAttribute("height")) > 0).length);
  await t.page.waitForFunction(() => !document.querySelector("[aria-busy]"));
  t.equal([await great(t.page), await bars(), await t.page.locator("#gallery button.picture").count()], [["?", "?"], 0, 0], "no bars of the selection before");
  await bar(t.page, "crossroads", 3).click();
  t.equal(await t.where(), "crossroads=3", "a click puts it right");
  await t.counted();
  t.expect(await bars() > 20, "and the bars are back");

  await field.fill("crossroads=9");
  await t.page.getByRole("button", { name: "Apply" }).click();
  await t.page.waitForFunction(() => document.querySelector("#where-error").textContent.startsWith("no row"));
  t.equal(await t.page.locator("#where-error").textContent(), "no row has crossroads=9: the nearest is 5", "nothing matches");
  t.equal(await great(t.page), ["0", "0"], "counts");
});

state("a view that was sent", async (t) => {
  await t.open(await chessboard(t), "#d=0&where=crossroads%3D4&weight=distinct");
  await t.counted();
  t.equal(await great(t.page), ["282", "2,256"], "counts");
  t.equal(await t.page.getByRole("textbox", { name: "Selection" }).inputValue(), "crossroads=4", "the text");
  t.expect(await t.page.getByLabel("up to symmetry").isChecked(), "the switch");
});

state("a dataset without a joint histogram", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), "coverstat-"));
  try {
    cpSync(t.run("chessboard"), dir, { recursive: true });
    const name = join(dir, "manifest.json"), manifest = JSON.parse(readFileSync(name));
    manifest.tables = manifest.tables.filter((x) => x.name !== "joint");
    writeFileSync(name, JSON.stringify(manifest));
    const { address: url } = await t.serve(dir);
    await t.open(url, "#d=0&where=crossroads%3D4");
    await t.page.waitForFunction(() => /counted from/.test(document.querySelector("#selection .how").textContent));
    t.equal(await great(t.page), ["2,256", "282"], "counts");
    t.equal(await t.page.locator("#selection .how").textContent(), "counted from 16,146 rows", "from what was counted");
  } finally {
    rmSync(dir, { recursive: true });
  }
});

state("a static copy, from a server without ranges", async (t) => {
  for (const [where, counts, how] of [["crossroads=4", ["2,256", "282"], /^counted from \d+ combinations of values$/], ["crossroads=4 and I5<300", ["600", "75"], /^counted from 16,146 rows$/]]) {
    await t.open(t.copied.address, `#d=0&where=${encodeURIComponent(where)}`);
    await t.page.waitForFunction(() => /counted from/.test(document.querySelector("#selection .how").textContent));
    t.equal(await great(t.page), counts, where);
    t.expect(how.test(await t.page.locator("#selection .how").textContent()), `${where}: from what was counted`);
  }
});

state("several datasets, one without measures, one of a sample", async (t) => {
  await t.open(await chessboard(t), "#d=0&where=crossroads%3D4");
  await t.page.getByRole("combobox", { name: "Dataset" }).selectOption({ index: 1 });
  await t.page.waitForFunction(() => document.querySelector("h1").textContent === "latin-5");
  await t.counted();
  t.equal(await t.where(), "", "another dataset begins anew");
  t.equal(await great(t.page), ["161,280"], "counts");
  t.expect((await t.page.locator("#measures").textContent()).includes("no measures"), "it says that there are none");
  await t.page.getByRole("combobox", { name: "Dataset" }).selectOption({ index: 2 });
  await t.page.waitForFunction(() => document.querySelector("h1").textContent === "Random tilings of the chessboard");
  await t.counted();
  t.equal(await t.page.locator("#selection .great span").allTextContents(), ["draws", "different solutions"], "what is counted of a sample");
  await t.page.goBack();
  await t.page.goBack();
  await t.page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("Twelve"));
  t.equal(await t.where(), "crossroads=4", "two steps back");
});

state("weighted draws, as they came and corrected", async (t) => {
  const all = rows(t, t.run("chessboard-weighted"), ["crossroads", "place_O4", "times_seen", "weight"]);
  const sum = (list, column) => list.reduce((n, r) => n + r[column], 0);
  const about = (n) => `≈${plain(Number((n / 20_000).toPrecision(3)))}`;
  const match = all.filter((r) => r.crossroads >= 3);
  await t.open(await chessboard(t), "#d=4&weight=weighted&where=crossroads%3E%3D3");
  await t.counted();
  t.equal(await great(t.page), [about(sum(match, "weight")), plain(sum(match, "times_seen")), plain(match.length)], "counts");
  for (const [i, text] of (await t.page.locator("#measure-place_O4 [role=option]").evaluateAll((bars) => bars.map((b) => b.getAttribute("aria-label")))).entries()) {
    const here = match.filter((r) => r.place_O4 === i), share = (list, whole, column) => `${(100 * sum(list, column) / sum(whole, column)).toFixed(1)}%`;
    t.expect(text.includes(`${about(sum(here, "weight"))} (${share(here, match, "weight")}), in all `), `${text}: expected ${about(sum(here, "weight"))}`);
    t.expect(text.endsWith(`; of the draws ${share(here, match, "times_seen")}`), `${text}: expected the draws, too`);
  }
  await t.page.getByLabel("draws", { exact: true }).check();
  t.equal((await great(t.page))[0], plain(sum(match, "times_seen")), "draws");
  await t.page.getByRole("button", { name: "Clear", exact: true }).click();
  await t.counted();
  const { solutions } = JSON.parse(readFileSync(join(t.run("chessboard-weighted"), "stats.json"))).estimates.weighted;
  t.equal((await great(t.page))[1], about(20_000 * solutions.estimate), "the estimate of stats.json");
});

state("many measures, with ranges and missing values", async (t) => {
  await t.open(await chessboard(t), "#d=3");
  await t.page.locator("#measure-solutions [role=option]").last().click();
  t.equal(await t.where(), "solutions is null", "missing values");
  await t.counted();
  const open = rows(t, t.run("nonograms-drawn"), ["draw", "solutions"]).filter((r) => r.solutions === null);
  t.equal(await great(t.page), [plain(open.length)], "counts");
  await t.page.getByRole("button", { name: "clear the selection of solutions" }).click();
  await bar(t.page, "nodes", 4).click();
  t.equal(await t.where(), "nodes>=8 and nodes<=15", "a range");
  await t.counted();
  const match = rows(t, t.run("nonograms-drawn"), ["nodes"]).filter((r) => r.nodes >= 8 && r.nodes <= 15);
  t.equal(await great(t.page), [plain(match.length)], "counts");
  const ask = t.page.getByRole("button", { name: "meaning of nodes" });
  await ask.click();
  t.expect((await t.page.locator("#measure-nodes-about").textContent()).includes("in ranges that double"), "the meaning says what bars are");
});

state("damaged and foreign datasets among others", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), "coverstat-"));
  try {
    cpSync(t.run("chessboard"), join(dir, "damaged"), { recursive: true });
    truncateSync(join(dir, "damaged", "rows", "part-00000.parquet"), 1000);
    cpSync(t.run("chessboard"), join(dir, "foreign"), { recursive: true });
    writeFileSync(join(dir, "foreign", "manifest.json"), '{"name": "<img src=x onerror=alert(1)>"}');
    const { address: url } = await t.serve(t.run("chessboard"), join(dir, "damaged"), join(dir, "foreign"));
    await t.open(url, "#d=1");
    t.expect(/part-00000.parquet has 1000 bytes, expected \d+/.test(await t.page.locator("#selection .warning").textContent()), "the damaged one");
    t.equal(await t.rules(), [], "accessibility");
    await t.open(url, "#d=2");
    t.expect((await t.page.locator("#selection .warning").textContent()).includes("manifest of schema 0"), "the foreign one");
    await t.open(url, "#d=0");
    await t.counted();
    t.equal((await great(t.page))[0], "129,168", "the sound one");
    await t.page.goto(`${url}#d=7`);
    await t.page.waitForFunction(() => document.querySelector("h1").textContent === "No such dataset");
  } finally {
    rmSync(dir, { recursive: true });
  }
});

state("a run that goes on, stops and ends", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), "coverstat-"));
  const start = () => spawn(t.program, ["run", "pent-6x10", "--kernel", "dlx", "--workers", "1", "--out", dir, "--progress", "none"], { stdio: "ignore" });
  const done = (run) => new Promise((resolve) => run.on("exit", resolve));
  let run = start();
  try {
    const status = () => JSON.parse(execFileSync(t.program, ["status", dir, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    for (let first = null; ; await new Promise((r) => setTimeout(r, 50))) {
      try {
        first = status();
      } catch {
        continue; // there is no manifest yet
      }
      if (first.running) break;
    }
    run.kill("SIGSTOP"); // it holds its folder and does nothing
    const { address: url } = await t.serve(dir);
    await t.page.goto(url);
    await t.page.waitForSelector(".run progress");
    t.expect((await t.page.locator(".run").textContent()).includes("of the search is done"), "it goes on");
    t.equal(await t.rules(), [], "accessibility");
    run.kill("SIGKILL");
    await t.page.waitForFunction(() => document.querySelector(".run").textContent.includes("when it stopped"));
    run = start();
    await done(run);
    await t.page.waitForSelector("#selection .great:not(.run .great)", { timeout: 30_000 });
    await t.counted();
    t.equal(await great(t.page), ["9,356", "2,339"], "the page shows the finished run");
  } finally {
    run.kill("SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  }
});

state("the server is gone", async (t) => {
  const server = await t.serve(t.run("chessboard"));
  await t.open(server.address);
  await t.counted();
  server.process.removeAllListeners("exit");
  server.process.kill("SIGKILL");
  await new Promise((resolve) => server.process.on("exit", resolve));
  await t.page.getByRole("textbox", { name: "Selection" }).fill("grid='x'");
  await t.page.keyboard.press("Enter");
  await t.page.waitForFunction(() => document.querySelector("#where-error").textContent !== "");
  t.equal(await t.page.locator("#where-error").textContent(), "The server does not answer. Is coverstat browse still running?", "what it says");
  t.expect(await t.page.getByRole("button", { name: "Try again" }).isVisible(), "it can be tried again");
  t.said.length = 0; // Chromium itself writes that requests failed
});

state("the server is gone before rows are looked for", async (t) => {
  await t.page.route("**/worker.js", (route) => route.abort());
  await t.open(await chessboard(t));
  await t.page.getByText("The server does not answer. Is coverstat browse still running?").waitFor();
  t.said.length = 0; // Chromium itself writes that a request failed
});

for (const [width, colorScheme] of [[1440, "light"], [360, "dark"]]) {
  state(`accessibility at ${width} pixels, ${colorScheme}`, async (t) => {
    const url = await chessboard(t);
    for (const hash of ["#d=0&where=crossroads%3E%3D3+and+on_edge_I5%3D0", "#d=2&where=crosroads%3D1"]) {
      await t.open(url, hash);
      if (!hash.includes("crosroads")) await t.counted();
      t.equal(await t.rules(), [], hash);
    }
  }, { viewport: { width, height: 900 }, colorScheme });
}

state("all widths", async (t) => {
  const url = await chessboard(t);
  for (const hash of ["#d=0&where=crossroads%3E%3D3+and+on_edge_I5%3D0", "#d=1", "#d=3&where=nodes%3E%3D8"]) {
    for (const width of [320, 360, 768, 1024, 1440, 2560]) {
      await t.page.setViewportSize({ width, height: 900 });
      await t.open(url, hash);
      await t.counted();
      const wide = await t.page.evaluate(() => document.documentElement.scrollWidth);
      t.expect(wide <= width, `${hash} is ${wide} pixels wide in a window of ${width}`);
    }
  }
});
