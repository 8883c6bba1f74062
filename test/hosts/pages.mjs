// The pages on which the widgets of the chatui app show an example without any host.
import assert from "node:assert/strict";
import { patience } from "./host.mjs";

const shown = {
  chat: "rainy afternoon",
  dashboard: "Weekly report",
  "search-results": "Dough that rests overnight",
  table: "Mushroom risotto",
  "kitchen-sink-lite": "Widget demo",
  carousel: "Tomato soup",
  gallery: "Four evenings",
  markdown: "the evening before",
  "solar-system": "Its rings are",
};

/** Opens each page of the app at url; nothing may fail in one, and nothing may be asked of anybody else. */
export async function visitPages(context, url) {
  for (const [layout, text] of Object.entries(shown)) {
    const page = await context.newPage();
    const incidents = [];
    page.on("pageerror", (e) => incidents.push(`error: ${e.message}`));
    page.on("console", (m) => m.type() === "error" && incidents.push(m.text()));
    page.on("request", (r) => !r.url().startsWith(url) && !r.url().startsWith("data:") && incidents.push(`request: ${r.url()}`));
    await page.goto(`${url}/ui/${layout}.html`);
    await page.getByText(text).first().waitFor(patience).catch((cause) => assert.fail(`${layout} does not say "${text}": ${cause}`));
    for (const picture of await page.locator("img").all()) assert.ok(await picture.evaluate((i) => i.complete && i.naturalWidth > 0), `${layout}: a picture is missing`);
    assert.deepEqual(incidents.filter((i) => !i.includes("favicon")), [], layout);
    await page.close();
  }
}
