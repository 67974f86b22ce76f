// Looks at the gallery of browse as a reader would, in headless Chromium. What the page
// shows is compared with what coverstat cat, draw and stats print, and with symmetries
// that are computed here by turning texts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const numberOf = (world, name) => world.served.dirs.findIndex((dir) => dir.endsWith(`/${name}`));

// cat returns rows of a dataset as objects.
function cat({ program, served }, name, ...flags) {
  const out = execFileSync(program, ["cat", served.dirs.find((dir) => dir.endsWith(`/${name}`)), "--format", "jsonl", ...flags], { maxBuffer: 1 << 28 });
  return out.toString().trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

// open opens a page at a state and waits until the gallery is there. Whatever the page
// says on the console, or asks of other hosts, is a failure.
async function open(world, fragment, { address = world.served.address, width = 1280, scheme = "light" } = {}) {
  const context = await world.browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
  const page = await context.newPage();
  page.on("console", (m) => world.expect(false, `${fragment}: the console says ${m.text()}`));
  page.on("pageerror", (e) => world.expect(false, `${fragment}: ${e}`));
  page.on("request", (r) => world.expect(/^(blob|data):/.test(r.url()) || r.url().startsWith(address), `${fragment}: asks for ${r.url()}`));
  await page.goto(`${address}#${fragment}`);
  await settled(page);
  return page;
}

async function settled(page) {
  await page.waitForSelector("#gallery .pictures", { state: "attached" });
  await page.waitForFunction(() => !document.querySelector("[aria-busy]"), null, { timeout: 60_000 });
}

const rowsShown = (page) => page.$$eval("#gallery button.picture", (list) => list.map((e) => Number(e.dataset.row)));

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// images are the texts that turning and flipping make of a square text.
function images(text) {
  const n = Math.sqrt(text.length), out = new Set();
  for (let k = 0; k < 8; k++) {
    out.add(Array.from({ length: n * n }, (_, i) => {
      let [r, c] = [Math.floor(i / n), i % n];
      if (k & 1) [r, c] = [c, r];
      if (k & 2) r = n - 1 - r;
      if (k & 4) c = n - 1 - c;
      return text[r * n + c];
    }).join(""));
  }
  return out;
}

export const tests = {
  async "every picture of the chessboard is the grid that cat prints"(world) {
    const d = numberOf(world, "chessboard"), rows = cat(world, "chessboard", "--columns", "grid");
    const page = await open(world, `d=${d}`);
    const drawn = await page.evaluate(async ([id, count]) => {
      const { openDataset, readRows } = await import("./source.js");
      const { drawnColumns, optionsTable, paint } = await import("./picture.js");
      const dataset = await openDataset({ id });
      const names = drawnColumns(dataset.page), options = await optionsTable(dataset);
      const { columns } = await readRows(dataset, names, 0, count);
      return Array.from({ length: count }, (_, i) => paint(dataset.page, Object.fromEntries(names.map((name) => [name, columns[name][i]])), options)
        .cells.map((c) => dataset.page.pieces[c.region].symbol).join(""));
    }, [d, rows.length]);
    const wrong = drawn.filter((text, i) => text !== rows[i].grid).length;
    world.expect(drawn.length === 16146 && wrong === 0, `${wrong} of ${drawn.length} pictures of the chessboard differ from the grid`);
    await page.context().close();
  },

  async "the page paints every family as the program does"(world) {
    const page = await open(world, "d=0");
    for (const [id, dir] of world.served.dirs.entries()) {
      const wrong = await page.evaluate(async (number) => {
        const { getJSON, openDataset } = await import("./source.js");
        const { drawnColumns, pictures } = await import("./picture.js");
        const { readThese } = await import("./rows.js");
        const dataset = await openDataset({ id: number });
        if (!dataset.page.picture?.template || dataset.page.can.solve && dataset.page.pieces.length > 0) return 0; // a search draws more
        const rows = [...new Set(Array.from({ length: 20 }, (_, i) => Math.floor(i * dataset.rows / 20)))];
        const mine = await pictures(dataset, rows, await readThese(dataset, drawnColumns(dataset.page), rows));
        const theirs = await getJSON(`data/${number}/pictures?rows=${rows}`);
        const plain = ({ left, top, scale, notes, cells }) => JSON.stringify([left ?? null, top ?? null, scale, notes ?? null,
          cells.map((c) => [c.o, c.fill, c.region, c.text ?? "", c.text ? c.ink ?? "#111111" : "", c.repeat === true])]);
        return rows.filter((_, i) => plain(mine[i]) !== plain(theirs[i])).length;
      }, id);
      world.expect(wrong === 0, `${dir}: ${wrong} pictures differ from those of the program`);
    }
    await page.context().close();
  },

  async "rows come in the order that is chosen, a page at a time"(world) {
    const d = numberOf(world, "chessboard"), all = cat(world, "chessboard", "--columns", "crossroads,piece_contacts");
    const numbered = all.map((values, row) => ({ ...values, row }));
    const chosen = numbered.filter((v) => v.crossroads >= 4);
    const where = encodeURIComponent("crossroads>=4");
    const page = await open(world, `d=${d}&where=${where}&page=2`);
    world.expect(same(await rowsShown(page), chosen.slice(48, 72).map((v) => v.row)), "the third page in row order");
    await page.getByRole("button", { name: "Next →" }).click();
    await settled(page);
    world.expect(same(await rowsShown(page), chosen.slice(72, 96).map((v) => v.row)), "the page after it");
    world.expect(await page.evaluate(() => document.activeElement.textContent) === "Next →", "the focus is lost");
    const sorted = [...chosen].sort((a, b) => b.piece_contacts - a.piece_contacts || a.row - b.row);
    await page.getByLabel("Order", { exact: true }).selectOption("-piece_contacts");
    await settled(page);
    world.expect(same(await rowsShown(page), sorted.slice(0, 24).map((v) => v.row)), "by piece contacts, greatest first");
    const written = await open(world, `d=${d}&where=${where}&order=${encodeURIComponent("-on_edge( I5 )")}`);
    const edges = cat(world, "chessboard", "--columns", "on_edge(I5)", "--where", "crossroads>=4").map(({ on_edge_I5 }, i) => ({ on_edge_I5, row: chosen[i].row }));
    world.expect(same(await rowsShown(written), edges.sort((a, b) => b.on_edge_I5 - a.on_edge_I5 || a.row - b.row).slice(0, 24).map((v) => v.row)), "by a measure as a config writes it");
    world.expect(await written.getByLabel("Order", { exact: true }).inputValue() === "-on_edge_I5", "the order is not among those to choose");
    await written.context().close();
    await page.getByLabel("Order", { exact: true }).selectOption("random");
    await settled(page);
    const random = await rowsShown(page), fragment = (await page.evaluate(() => location.hash)).slice(1);
    world.expect(random.length === 24 && random.every((row) => all[row].crossroads >= 4) && !same(random, [...random].sort((a, b) => a - b)), "random rows match, in no order");
    const again = await open(world, fragment);
    world.expect(same(await rowsShown(again), random), "the same address shows the same random rows");
    await page.getByRole("button", { name: "Others" }).click();
    await settled(page);
    world.expect(!same(await rowsShown(page), random), "another seed shows others");
    await page.context().close();
    await again.context().close();
  },

  async "a row has as many images as its orbit, and they are what turning and flipping makes"(world) {
    const d = numberOf(world, "scott"), rows = cat(world, "scott", "--columns", "grid,orbit_size");
    const least = rows.findIndex((r) => r.orbit_size === Math.min(...rows.map((x) => x.orbit_size)));
    const page = await open(world, `d=${d}`);
    for (const row of [0, least, 40]) {
      const texts = await page.evaluate(async ([id, at]) => {
        const { openDataset } = await import("./source.js");
        const { drawnColumns, optionsTable, paint } = await import("./picture.js");
        const { imagesOf, imagesTable, rowOptions } = await import("./images.js");
        const { readThese } = await import("./rows.js");
        const dataset = await openDataset({ id });
        const [values] = await readThese(dataset, drawnColumns(dataset.page), [at]), options = await optionsTable(dataset);
        return imagesOf(await imagesTable(dataset), rowOptions(dataset, values)).map((list) =>
          paint(dataset.page, values, options, list).cells.map((c) => dataset.page.pieces[c.region]?.symbol ?? "#").join(""));
      }, [d, row]);
      world.expect(texts.length === rows[row].orbit_size && texts[0] === rows[row].grid, `row ${row}: ${texts.length} images`);
      world.expect(same([...texts].sort(), [...images(rows[row].grid)].sort()), `row ${row}: the images are others`);
    }
    await page.context().close();
  },

  async "a piece that is picked selects the rows of which some image has it there"(world) {
    const d = numberOf(world, "chessboard"), rows = cat(world, "chessboard", "--columns", "grid");
    const all = rows.map((r) => [...images(r.grid)]);
    for (const [row, piece] of [[17, "I5"], [12345, "O4"]]) {
      const page = await open(world, `d=${d}&row=${row}`);
      await page.locator(".picks").getByRole("button", { name: piece, exact: true }).click();
      await page.getByRole("button", { name: `All solutions with ${piece} here, up to symmetry` }).click();
      await page.waitForFunction(() => location.hash.includes("where="));
      await settled(page);
      const symbol = piece[0], cells = [...rows[row].grid].flatMap((c, i) => (c === symbol ? [i] : []));
      const right = all.flatMap((texts, i) => (texts.some((text) => cells.every((cell) => text[cell] === symbol)) ? [i] : []));
      world.expect(right.includes(row) && same(await rowsShown(page), right.slice(0, 24)), `row ${row}, ${piece}: other rows than those with it there`);
      const where = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)).get("where");
      const printed = cat(world, "chessboard", "--columns", "orbit_size", "--where", where);
      world.expect(printed.length === right.length, `${where}: cat prints ${printed.length} rows, expected ${right.length}`);
      await page.context().close();
    }
    // Of two copies one or the other lies there.
    const page = await open(world, `d=${numberOf(world, "tetro2-5x8")}&row=3`);
    await page.locator(".picks").getByRole("button", { name: "T4", exact: true }).first().click();
    await page.getByRole("button", { name: "All solutions with T4 here, up to symmetry" }).click();
    await page.waitForFunction(() => location.hash.includes("where="));
    await settled(page);
    const where = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)).get("where");
    const here = where.match(/in \((.*?)\)/)[1].split(", ").map(Number);
    const right = cat(world, "tetro2-5x8", "--columns", "T4_1,T4_2").flatMap((r, i) => (here.includes(r.T4_1) || here.includes(r.T4_2) ? [i] : []));
    world.expect(here.length === 4 && right.includes(3) && same(await rowsShown(page), right.slice(0, 24)), `${where}: other rows`);
    await page.context().close();
  },

  async "each kind of placement has its picture"(world) {
    const d = numberOf(world, "chessboard"), rows = cat(world, "chessboard", "--columns", "O4,place_O4");
    const page = await open(world, `d=${d}`);
    await page.locator("#measure-place_O4 svg.place").nth(9).waitFor();
    const orbits = await page.evaluate(async (id) => {
      const { openDataset } = await import("./source.js");
      const { imagesTable, placesOf } = await import("./images.js");
      const dataset = await openDataset({ id }), { order, image } = await imagesTable(dataset);
      return (await placesOf(dataset, { name: "place_O4" })).map((o) => Array.from(image.slice(o * order, (o + 1) * order)));
    }, d);
    world.expect(orbits.length === 10 && rows.every((r) => orbits[r.place_O4].includes(r.O4)), "a picture shows another placement than the rows have");
    await page.context().close();
  },

  async "a row can be taken along: text, SVG, PNG, link, config"(world) {
    const d = numberOf(world, "chessboard"), [{ grid }] = cat(world, "chessboard", "--columns", "grid", "--limit", "1");
    const page = await open(world, `d=${d}&row=0`);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy as text" }).click();
    await page.getByText("Copied.").waitFor();
    world.expect(await clipboard() === grid.match(/.{8}/g).join("\n"), "the text is not the grid");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction(async (end) => (await navigator.clipboard.readText()).endsWith(end), `#d=${d}&row=0`);
    const saved = async (name) => {
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
      return [file.suggestedFilename(), readFileSync(await file.path())];
    };
    const [svgName, svg] = await saved("Save SVG");
    world.expect(svgName === "chessboard-row-0.svg" && svg.toString().startsWith("<svg xmlns=") && svg.toString().includes("<title>chessboard, row 0</title>"), `${svgName}: no picture`);
    const [pngName, png] = await saved("Save PNG");
    world.expect(pngName === "chessboard-row-0.png" && png.subarray(1, 4).toString() === "PNG" && png.readUInt32BE(16) === 2 * 324, `${pngName}: ${png.length} bytes, ${png.readUInt32BE(16)} wide`);
    await page.getByText("The config of the run").click();
    world.expect((await page.locator("pre", { hasText: "family: polyomino" }).count()) === 1, "no config");
    await page.context().close();
  },

  async "everything goes by keyboard"(world) {
    const d = numberOf(world, "chessboard");
    const page = await open(world, `d=${d}`);
    const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
    const focused = () => page.evaluate(() => Number(document.activeElement.dataset.row ?? -1));
    await page.locator("#gallery button.picture").first().focus();
    await press("ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft");
    world.expect(await focused() === 1, `the arrows lead to ${await focused()}`);
    await press("End");
    world.expect(await focused() === 23, "End");
    await press("Home", "Enter");
    await page.locator("dialog[open] table.facts").first().waitFor();
    await page.waitForFunction(() => location.hash.includes("row=0")); // Enter opens the row
    await press("ArrowRight");
    await page.getByRole("heading", { name: "Row 1", exact: true }).waitFor();
    await press("ArrowRight");
    await page.getByRole("heading", { name: "Row 2", exact: true }).waitFor();
    await page.locator("dialog[open] .picks").waitFor();
    // Tab stays within the dialog.
    for (let i = 0; i < 40; i++) {
      await press("Tab");
      world.expect(await page.evaluate(() => document.activeElement === document.body || document.querySelector("dialog").contains(document.activeElement)), "Tab leaves the dialog");
    }
    await press("Escape");
    // The address changes a moment after the dialog has closed: the browser says it later.
    await page.waitForFunction(() => !document.querySelector("dialog[open]") && !location.hash.includes("row="));
    world.expect(await focused() === 0, `Escape leads to row ${await focused()}`);
    await page.goBack();
    await page.locator("dialog[open]").waitFor();
    await page.context().close();
  },

  async "a phone, a dark room, and a reader who does not see"(world) {
    const looks = [["chessboard", "&row=3", 360, "dark"], ["chessboard", "&where=crossroads%3E3", 1280, "light"], ["soma", "&row=3", 360, "light"],
      ["sudoku-file", "&row=1", 1280, "dark"], ["nonograms-drawn", "&order=-solutions", 360, "dark"], ["tetrahexes-4x7", "&row=0", 768, "light"]];
    for (const [name, state, width, scheme] of looks) {
      const what = `${name}${state} at ${width}, ${scheme}`;
      const page = await open(world, `d=${numberOf(world, name)}${state}`, { width, scheme });
      if (state.startsWith("&row")) await page.locator("dialog[open] .take").waitFor();
      const wide = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll("dialog[open]")].map((e) => e.scrollWidth)));
      world.expect(wide <= width, `${what}: is ${wide} pixels wide`);
      world.expect(await page.evaluate(() => [...document.querySelectorAll("#gallery .pictures svg, dialog[open] svg")].every((e) => e.getBoundingClientRect().width > 20)), `${what}: a picture without a size`);
      if (/chessboard|soma/.test(name)) for (const v of await violations(page, world)) world.expect(false, `${what}: ${v}`);
      await page.context().close();
    }
  },

  async "the instance of a survey is solved on the spot, and no longer when it is closed"(world) {
    const d = numberOf(world, "calendar"), rows = cat(world, "calendar", "--columns", "solutions");
    const few = rows.findIndex((r) => r.solutions < 20), many = rows.findIndex((r) => r.solutions > 100);
    const sets = await open(world, `d=${numberOf(world, "pentomino-subsets-5x5")}&where=solutions_distinct%3D1&row=7`);
    await sets.locator("dialog[open] .large svg").waitFor(); // it has no template: the program draws it
    world.expect((await sets.locator("#gallery .pictures svg").count()) === 19, "sets of pieces are not drawn");
    await sets.context().close();
    const page = await open(world, `d=${d}&row=${few}`);
    await page.getByText(`All ${rows[few].solutions}, found just now.`).waitFor();
    world.expect((await page.locator("dialog .images svg").count()) === rows[few].solutions, "other pictures than solutions");
    await page.goto(`${world.served.address}#d=${d}&row=${many}`);
    await page.getByText(`The first 24 of ${rows[many].solutions}, found just now.`).waitFor();
    await page.getByRole("button", { name: "All of them" }).click();
    await page.getByText(`All ${rows[many].solutions}, found just now.`).waitFor();
    await page.keyboard.press("Escape");
    await page.route("**/solutions?*", () => {}); // a search that takes its time
    const [ended] = await Promise.all([page.waitForEvent("requestfailed"), (async () => {
      await page.locator("#gallery button.picture").first().click();
      await page.getByText("Solving …").waitFor();
      await page.keyboard.press("Escape");
    })()]);
    world.expect(/solutions\?row=0&/.test(ended.url()), `${ended.url()} ended`);
    await page.context().close();
  },

  async "the program makes what is downloaded of a selection"(world) {
    const d = numberOf(world, "chessboard");
    const page = await open(world, `d=${d}&where=crossroads%3D5`);
    const links = await page.$$eval(".menu a", (list) => list.map((e) => [e.textContent, e.href]));
    world.expect(same(links.map(([text]) => text), ["CSV", "JSON lines", "Parquet", "Sheet of pictures, SVG", "Sheet of pictures, PNG",
      "Puzzles without solutions, SVG", "Puzzles to print, solutions behind"]), `downloads: ${links}`);
    const answers = await page.evaluate((list) => Promise.all(list.map(async ([, href]) => {
      const answer = await fetch(href);
      return [answer.status, answer.headers.get("Content-Disposition"), Array.from(new Uint8Array(await answer.arrayBuffer()))];
    })), links);
    const printed = execFileSync(world.program, ["cat", world.served.dirs[d], "--format", "csv", "--where", "crossroads=5"]);
    world.expect(Buffer.from(answers[0][2]).equals(printed), "CSV: other bytes than coverstat cat");
    world.expect(answers.every(([status, how]) => status === 200 && how.startsWith("attachment")), `downloads are answered by ${answers.map(([status, how]) => `${status} ${how}`)}`);
    await page.context().close();
  },

  async "selections among 3.8 million rows are counted in an instant"(world) {
    const page = await open(world, `d=${numberOf(world, "baibian-census")}`);
    const times = await page.evaluate(async (selections) => {
      const state = await import("./state.js");
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const out = [];
      for (const where of selections) {
        const began = performance.now();
        state.set({ where });
        do await frame(); while (document.querySelector("#selection.counting"));
        out.push(performance.now() - began);
      }
      return out;
    }, ["solutions>=100", "solutions>=100 and components=1", "imbalance in (0, 4)", "blocked_border<=3 and imbalance=2", "solutions=1"]);
    console.log(`  ${times.map((ms) => `${Math.round(ms)} ms`).join(", ")}`);
    const how = await page.locator("#selection .how").textContent();
    world.expect(/^counted from [\d,]+ combinations of values$/.test(how), `the rows are scanned: ${how}`);
    const printed = cat(world, "baibian-census", "--columns", "orbit_size", "--where", "solutions=1");
    const counts = await page.locator("#selection .great b").allTextContents();
    world.expect(same(counts.map((s) => Number(s.replaceAll(",", ""))), [printed.reduce((n, r) => n + r.orbit_size, 0), printed.length]), `solutions=1: ${counts}`);
    await settled(page);
    await page.context().close();
  },

  async "names and texts of a foreign dataset are only texts"(world) {
    const d = numberOf(world, "hostile");
    const page = await open(world, `d=${d}&row=0`); // asks for nothing of others, see open
    await page.locator("dialog[open] .take").waitFor();
    await page.waitForTimeout(200); // a script that waits would have begun
    world.expect(!await page.evaluate(() => window.coverstatRan === true), "a script ran");
    world.expect((await page.locator("dialog[open]").innerText()).includes("<script>window.coverstatRan=true;alert(1)</script>"), "the piece's name is not shown as it is");
    await page.locator(".picks").getByRole("button", { name: "<script>" }).first().click();
    await page.getByRole("button", { name: /^All solutions with <script>/ }).click();
    await page.waitForFunction(() => location.hash.includes("where=%22%3Cscript%3E"));
    await settled(page);
    world.expect((await rowsShown(page)).includes(0), "a name that needs quotes cannot be selected");
    await page.context().close();
  },

  async "a copy of files does the same without the program"(world) {
    const page = await open(world, "d=0&row=17", { address: world.copied.address });
    await page.locator("dialog[open] .picks button").first().waitFor();
    world.expect((await page.locator("dialog .images svg").count()) === 8, "the images are missing");
    await page.keyboard.press("Escape");
    await page.goto(`${world.copied.address}#d=0&where=crossroads%3D5`);
    await page.waitForFunction(() => document.querySelector("#where").value === "crossroads=5");
    await settled(page);
    for (const [label, format] of [["CSV", "csv"], ["JSON lines", "jsonl"]]) {
      await page.locator(".menu").evaluate((e) => { e.open = true; });
      const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".menu").getByRole("button", { name: label }).click()]);
      const printed = execFileSync(world.program, ["cat", world.served.dirs.find((dir) => dir.endsWith("/chessboard")), "--format", format, "--where", "crossroads=5"]);
      world.expect(readFileSync(await file.path()).equals(printed), `${label}: other bytes than coverstat cat`);
    }
    await page.context().close();
  },
};

// violations lists what axe-core finds wrong. The debugger brings it into the page, whose
// policy lets no other script in.
async function violations(page, { axe }) {
  await page.evaluate(axe);
  const { violations: list } = await page.evaluate(() => globalThis.axe.run({ exclude: [["svg[aria-hidden] > *"]] })); // thousands of lines
  return list.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
}
