// The pages on which the widgets of the apps show an example without any host.
import assert from "node:assert/strict";
import { patience } from "./host.mjs";

const shown = {
  gift: { "gift-list": "Japanese pull saw", "gift-details": "A ryoba with two edges" },
  medical: { "medical-app": "Dra. Ana Silva" },
  todo: { "todo-list": "Buy groceries" },
  chatui: {
    chat: "rainy afternoon",
    dashboard: "Weekly report",
    "search-results": "Dough that rests overnight",
    table: "Mushroom risotto",
    "kitchen-sink-lite": "Widget demo",
    carousel: "Tomato soup",
    gallery: "Four evenings",
    markdown: "the evening before",
    "solar-system": "Its rings are",
  },
};

const pages = Object.entries(shown).flatMap(([slug, widgets]) => Object.entries(widgets).map(([layout, text]) => [`${slug}/ui/${layout}.html`, text]));

/** Opens each page of the server at base and answers how many; nothing may fail in one, and nothing may be asked of anybody else. */
export async function visitPages(context, base) {
  for (const [path, text] of pages) {
    const page = await context.newPage();
    const incidents = [];
    page.on("pageerror", (e) => incidents.push(`error: ${e.message}`));
    page.on("console", (m) => m.type() === "error" && incidents.push(m.text()));
    page.on("request", (r) => !r.url().startsWith(base) && !r.url().startsWith("data:") && incidents.push(`request: ${r.url()}`));
    await page.goto(`${base}/servers/${path}`, patience);
    await page.getByText(text).first().waitFor(patience).catch((cause) => assert.fail(`${path} does not say "${text}": ${cause}`));
    for (const picture of await page.locator("img").all()) assert.ok(await picture.evaluate((i) => i.complete && i.naturalWidth > 0), `${path}: a picture is missing`);
    assert.deepEqual(incidents.filter((i) => !i.includes("favicon")), [], path);
    await page.close();
  }
  return pages.length;
}
