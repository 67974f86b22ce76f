// Opens reports in headless Chromium and looks at them as a reader would:
//
//	node browser.mjs FILE...
//
// Nothing may be written to the console, no script may run, nothing may be
// asked of the network, every chart and board must have a size, every link a
// target, and every text enough contrast. It looks at the width of a desk, a
// tablet and a phone, in light and in dark, and in print. Run by make
// test-browser; CHROMIUM names the browser, PLAYWRIGHT the folder above the
// node_modules with playwright-core.
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { chromium } = createRequire(resolve(process.env.PLAYWRIGHT ?? ".") + "/")("playwright-core");

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("browser.mjs: expected the names of reports");
  process.exit(2);
}

let failures = 0;
function expect(ok, file, what) {
  if (ok) return;
  failures++;
  console.error(`FAIL ${file}: ${what}`);
}

// look asks the page itself.
function look() {
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => ((c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  // pale lists texts with less contrast to the page than WCAG 2 (2008) asks for.
  const pale = () => {
    const paper = luminance(numbers(getComputedStyle(document.body).backgroundColor));
    return [...document.querySelectorAll("p, h1, h2, h3, a, small, th, td, figcaption, summary, .chart text, .great *, li")].filter((e) => {
      const style = getComputedStyle(e);
      if (e.closest(".up, .down, .pieces")) return false;
      const ink = luminance(numbers(e.matches("text") ? style.fill : style.color));
      return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) < 4.5;
    }).map((e) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)}`).slice(0, 3);
  };
  const size = (e) => e.getBoundingClientRect();
  const visible = (e) => size(e).width > 20 && size(e).height > 20;
  const charts = [...document.querySelectorAll("article .chart > svg")];
  const boards = [...document.querySelectorAll("figure:not(.chart) > svg")];
  return {
    width: document.documentElement.scrollWidth,
    title: document.title,
    cards: document.querySelectorAll(".cards > article").length,
    lost: [...document.querySelectorAll("nav a")].filter((e) => !document.querySelector(e.getAttribute("href"))).length,
    pale: pale(),
    charts: charts.length,
    boards: boards.length,
    grids: [...document.querySelectorAll("table.grid")].length,
    empty: [...document.querySelectorAll("table.grid")].filter((e) => e.querySelectorAll("td").length === 0).length,
    invisible: [...charts, ...boards].filter((e) => !visible(e)).length,
    bars: charts.every((e) => e.querySelectorAll("path").length > 2 && e.querySelectorAll("text").length > 2),
    scripts: document.querySelectorAll("script, iframe, object, embed, link[rel=stylesheet], [onload], [onerror], [onclick]").length,
    outside: [...document.querySelectorAll("[src], [href]")].filter((e) => !/^(data:|#)/.test(e.getAttribute("src") ?? e.getAttribute("href"))).length,
    ran: window.coverstatRan === true,
    proof: document.querySelector("#proof").innerText,
    again: document.querySelector("#again pre").innerText,
    text: document.body.innerText,
  };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  for (const file of files) {
    for (const [width, colorScheme] of [[1280, "light"], [768, "dark"], [360, "light"]]) {
      const name = `${file} at ${width}, ${colorScheme}`;
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      const said = [], asked = [], dialogs = [];
      page.on("console", (m) => said.push(m.text()));
      page.on("pageerror", (e) => said.push(String(e)));
      page.on("request", (r) => asked.push(r.url()));
      page.on("dialog", (d) => { dialogs.push(d.message()); d.dismiss(); });
      const url = pathToFileURL(file).href;
      await page.goto(url, { waitUntil: "load" });
      for (const d of await page.locator("details").all()) {
        await d.evaluate((e) => { e.open = true; });
      }
      await page.waitForTimeout(200); // a script that waits would have begun
      const seen = await page.evaluate(look);
      const beyond = asked.filter((u) => u !== url && !u.startsWith("data:"));
      expect(said.length === 0, name, `the console says ${said.join(" | ")}`);
      expect(dialogs.length === 0 && !seen.ran, name, "a script ran");
      expect(seen.scripts === 0, name, `${seen.scripts} elements that could run something`);
      expect(beyond.length === 0 && seen.outside === 0, name, `asks for ${beyond.join(" ")}`);
      expect(seen.charts > 0 && seen.charts === seen.cards, name, `${seen.charts} charts in ${seen.cards} cards`);
      expect(seen.lost === 0, name, `${seen.lost} links without a target`);
      expect(seen.pale.length === 0, name, `texts that are hard to read: ${seen.pale.join(" | ")}`);
      expect(seen.bars, name, "a chart without bars or labels");
      expect(seen.empty === 0, name, `${seen.empty} empty tables`);
      if (/chessboard|drawn|hostile/.test(file)) {
        expect(seen.grids > 0, name, "no table of two measures, or of means");
      }
      expect(seen.boards > 0, name, "no board is drawn");
      expect(seen.invisible === 0, name, `${seen.invisible} drawings without a size`);
      expect(seen.width <= width, name, `is ${seen.width} pixels wide`);
      expect(seen.title.endsWith("coverstat"), name, `its title is ${seen.title}`);
      expect(/coverstat verify/.test(seen.proof), name, "no proof");
      expect(seen.again.startsWith("coverstat run "), name, "no command to make it again");
      if (file.includes("hostile")) {
        expect(seen.text.includes("<script>window.coverstatRan=true;alert(1)</script>"), name, "the piece's name is not shown as it is");
      }
      if (width === 1280) {
        const pdf = await page.pdf({ format: "A4" });
        expect(pdf.length > 10_000, name, `prints as ${pdf.length} bytes`);
      }
      await page.close();
      console.log(`${name}: ${seen.charts} charts, ${seen.grids} tables, ${seen.boards} boards, ${asked.length - beyond.length} request for itself`);
    }
  }
} finally {
  await browser.close();
}
process.exit(failures === 0 ? 0 : 1);
