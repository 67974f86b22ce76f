// Uses the view Explore of browse as a teacher would, in headless Chromium. Its numbers are compared with those that
// coverstat explore and coverstat count print.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

// ask returns the answer of coverstat explore.
function ask({ program }, config, question) {
  return JSON.parse(execFileSync(program, ["explore", config], { input: JSON.stringify(question), maxBuffer: 1 << 28 }).toString());
}

// open opens a page and waits for the first answer. What the page says on the console is a failure.
async function open(world, address, fragment, { width = 1280, scheme = "light" } = {}) {
  const context = await world.browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  page.on("console", (m) => world.expect(false, `${fragment}: the console says ${m.text()}`));
  page.on("pageerror", (e) => world.expect(false, `${fragment}: ${e}`));
  page.on("request", (r) => world.expect(r.url().startsWith(address), `${fragment}: asks for ${r.url()}`));
  await page.goto(`${address}#${fragment}`);
  await settled(page);
  return page;
}

async function settled(page) {
  await page.waitForSelector("#explore h2");
  await page.waitForFunction(() => !document.querySelector("#explore[aria-busy]"), null, { timeout: 60_000 });
}

const counted = (page) => page.textContent("#explore .great b");

export const tests = {
  async "explore by keyboard alone: a cell, a given placement, a forbidden one, undo"(world) {
    const server = await world.serve("dominoes-8x8"), page = await open(world, server.address, "d=0");
    world.expect(await counted(page) === "12,988,816", `counts ${await counted(page)} at first`);
    const reach = async (what) => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((label) => document.activeElement?.getAttribute("aria-label")?.startsWith(label) || document.activeElement?.textContent === label, what)) return;
      }
      throw new Error(`Tab does not reach ${what}`);
    };
    await reach("row 1, column 1:");
    for (const key of ["ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
    world.expect(await page.evaluate(() => document.activeElement?.dataset.cell) === "0", "the arrow keys do not come back to cell 0");
    world.expect(await page.locator("#explore .placements tr").count() === 2, "the corner has not two placements");
    await reach("Give I2 from row 1, column 1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.includes("moves="));
    await settled(page);
    const { moves } = Object.fromEntries(new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)));
    const option = Number(moves.slice(1)), answer = ask(world, "dominoes-8x8", { given: [option], uses: true });
    world.expect(await counted(page) === grouped(answer.raw), `counts ${await counted(page)} with ${moves}, expected ${grouped(answer.raw)}`);
    await page.locator("[data-cell='18']").click();
    const listed = await page.$$eval("#explore .placements small", (list) => list.map((e) => e.textContent));
    const right = ask(world, "dominoes-8x8", { options: true }).options.filter((o) => o.cells.includes(18)).map((o) => answer.uses[o.id]).sort((a, b) => b - a).map(grouped);
    world.expect(JSON.stringify(listed) === JSON.stringify(right), `lists ${listed}, expected ${right}`);
    await page.getByRole("button", { name: /^Forbid/ }).first().click();
    await settled(page);
    const both = (await page.evaluate(() => location.hash)).match(/f(\d+)/);
    await page.waitForFunction((text) => document.querySelector("#explore .great b").textContent === text, grouped(ask(world, "dominoes-8x8", { given: [option], forbid: [Number(both[1])] }).raw));
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((text) => document.querySelector("#explore .great b").textContent === text, grouped(answer.raw));
    await page.goBack();
    await page.waitForFunction((text) => document.querySelector("#explore .great b").textContent !== text, grouped(answer.raw));
    await page.context().close();
    server.process.kill();
  },

  async "explore: the link shows the same, the YAML counts the same, and the draw has what is given"(world) {
    const server = await world.serve("dominoes-8x8"), page = await open(world, server.address, "d=0&moves=g0.f20.g83.f21&cell=9");
    const raw = await counted(page);
    world.expect(raw === grouped(ask(world, "dominoes-8x8", { given: [0, 83], forbid: [20, 21] }).raw), `counts ${raw}`);
    await page.getByRole("button", { name: "Copy YAML" }).click();
    await page.getByText("Copied.").waitFor();
    const yaml = await page.evaluate(() => navigator.clipboard.readText()), folder = mkdtempSync(join(tmpdir(), "coverstat-"));
    writeFileSync(join(folder, "given.yaml"), `family: polyomino\njob: census\n${yaml}  board: {rows: 8, cols: 8}\n  pieces: [{name: I2, count: any}]\n`);
    const found = JSON.parse(execFileSync(world.program, ["count", join(folder, "given.yaml"), "--json"]).toString());
    world.expect(grouped(found.raw) === raw, `the YAML counts ${found.raw}, the page ${raw}`);
    rmSync(folder, { recursive: true });
    const before = await page.innerHTML("#explore .sides:last-of-type .large svg");
    for (let i = 0; i < 5; i++) await page.getByRole("button", { name: "Another one" }).click();
    await page.waitForFunction((html) => document.querySelector("#explore .sides:last-of-type .large svg").innerHTML !== html, before);
    await page.context().close();
    server.process.kill();
  },

  async "explore: the histogram of a measure under what is given"(world) {
    const server = await world.serve("dominoes-8x8"), page = await open(world, server.address, "d=0&moves=g0");
    await page.locator("#explore select[name=measure]").selectOption("fault_lines");
    await page.waitForSelector("#explore .bars table");
    const sum = async () => (await page.$$eval("#explore .bars small", (list) => list.map((e) => Number(e.textContent.replaceAll(",", ""))))).reduce((a, b) => a + b, 0);
    world.expect(await sum() === 6494408, `the histogram has ${await sum()} solutions`);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll("#explore .bars small")].reduce((a, e) => a + Number(e.textContent.replaceAll(",", "")), 0) === 12988816);
    await page.context().close();
    server.process.kill();
  },

  async "explore on a phone, in the dark, and by axe"(world) {
    const server = await world.serve("pent-3x20", "soma", "tetrahexes-4x7");
    for (const [d, scheme] of [[0, "dark"], [1, "light"], [2, "light"]]) {
      const page = await open(world, server.address, `d=${d}&cell=9`, { width: 375, scheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      world.expect(wide <= 0, `d=${d}: the page is ${wide} pixels too wide on a phone`);
      await page.evaluate(world.axe);
      const { violations } = await page.evaluate(() => axe.run("#explore"));
      for (const v of violations) world.expect(false, `d=${d}: axe: ${v.id}: ${v.nodes[0].html}`);
      await page.context().close();
    }
    server.process.kill();
  },

  async "explore of a dataset: the same numbers, and a newer click stops the older question"(world) {
    const d = world.served.dirs.findIndex((dir) => dir.endsWith("/tetro2-5x8"));
    const context = await world.browser.newContext(), page = await context.newPage();
    await page.goto(`${world.served.address}#d=${d}`);
    await page.getByRole("button", { name: /^Explore/ }).click();
    await settled(page);
    world.expect(await counted(page) === "3,106", `counts ${await counted(page)}`);
    await page.evaluate(async () => {
      const { set } = await import("./state.js");
      for (const moves of ["g1", "g2", "g3", "f4"]) set({ moves });
    });
    const last = ask(world, world.served.dirs[d], { forbid: [4] }).raw;
    await page.waitForFunction((text) => document.querySelector("#explore .great b").textContent === text, grouped(last));
    // A question from elsewhere, such as another tab, may stop one of this page: it can be asked again.
    await page.route("**/answer?*", (route) => route.fulfill({ status: 400, contentType: "text/plain", body: "a newer question came: this one has no answer" }), { times: 1 });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.waitForFunction(() => document.querySelector("#explore .great b")?.textContent === "3,106");
    await context.close();
  },
};
