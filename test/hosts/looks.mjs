// Looks at one widget in each host of MCP Apps that is not ours and can be had: its height, the _meta of a result, and a result
// that comes late; with a picture of each, narrow and wide. Names each host that could not be asked.
//
//   node looks.mjs --url URL [--shots FOLDER] [HOST...]     URL: of the gift app's endpoint
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { browse, listen, patience, start, still, whole } from "./host.mjs";
import { Absent, mcpjam, official } from "./others.mjs";

const { values, positionals: only } = parseArgs({ allowPositionals: true, options: { url: { type: "string" }, shots: { type: "string" } } });
if (!values.url) throw new Error("usage: node looks.mjs --url URL [--shots FOLDER] [HOST...]");

/** start(url) answers {address, stop}; show(context, address, url) calls get_recommendations and answers its widget's frame at once. */
const hosts = {
  "mcp-use's inspector": {
    grows: true, // to the height that the widget wants
    start,
    show: async (context, address, url) => {
      const page = await context.newPage();
      await page.goto(`${address}?autoConnect=${encodeURIComponent(JSON.stringify({ url }))}`, patience);
      await page.getByTestId("tool-item-get_recommendations").click(patience);
      await page.getByTestId("tool-param-recipient_description").fill("my dad who loves woodworking", patience);
      await page.getByTestId("tool-execution-execute-button").click(patience);
      return frameOf(page);
    },
  },
  "the official Inspector": official(frameOf),
  "MCPJam's inspector": mcpjam(frameOf),
};

/** The frame of the widget, as soon as it has drawn anything. */
async function frameOf(page) {
  for (;;) {
    for (const frame of page.frames()) {
      if (frame === page.mainFrame()) continue;
      if (await frame.evaluate(() => Boolean(document.querySelector("#app main"))).catch(() => false)) return frame;
    }
    await page.waitForTimeout(50);
  }
}

async function look(browser, name, { start, show, grows }) {
  const host = await start(values.url);
  try {
    for (const width of [390, 1400]) {
      const context = await browser.newContext({ viewport: { width: Math.max(width, 1000), height: 1000 }, locale: "en-US" });
      await context.addInitScript(still);
      await context.addInitScript(listen);
      // The tool's result is held back, and the tool that knows more than its _meta cannot be called.
      await context.route("**", async (route) => {
        const asks = route.request().postData() ?? "";
        if (asks.includes("get_gift_details") && !asks.includes("tools/list")) return route.abort();
        if (asks.includes("get_recommendations") && asks.includes("woodworking")) await new Promise((resolve) => setTimeout(resolve, 1500));
        return route.fallback();
      });
      const frame = await show(context, host.address, values.url);
      const busy = await frame.evaluate(() => document.querySelector("main")?.getAttribute("aria-busy"));
      await frame.locator("main[aria-busy=false] .gift").first().waitFor(patience);
      const names = await frame.locator(".gift .name").allTextContents();
      assert.ok(names.length >= 3, `${name}: the late result is shown, as far as the host has room`);
      if (width === 390) await narrow(frame, width);
      const scrolls = await whole(frame, !grows);
      await shoot(frame, name, width);
      await frame.getByRole("button", { name: names[0], exact: true }).click(patience);
      await frame.getByText("Occasions", { exact: true }).waitFor(patience).catch(async () => assert.fail(`${name}: the _meta of the result has not come: ${await frame.evaluate(() => document.body.innerText)}`));
      const openai = await frame.evaluate(() => typeof globalThis.openai === "object");
      const told = await frame.parentFrame().evaluate(() => globalThis.heard.map(({ method }) => method));
      console.log(`ok ${name} at ${width}: ${names.length} entries, ${busy === "true" ? "waited for" : "opened with"} the late result; ${scrolls ? "the host's own height, which scrolls" : "whole"}; _meta; ` +
        `${[openai && "window.openai", told.includes("ui/notifications/initialized") && "MCP Apps"].filter(Boolean).join(" and ")}`);
      await context.close();
    }
  } finally {
    host.stop();
  }
}

/** Gives a widget that width, as a telephone would; hosts lay out their own pages for desks. */
async function narrow(frame, width) {
  for (let at = frame; at.parentFrame(); at = at.parentFrame()) {
    const element = await at.frameElement();
    await element.evaluate((iframe, to) => (iframe.style.maxWidth = `${to}px`), width);
  }
}

async function shoot(frame, name, width) {
  if (!values.shots) return;
  mkdirSync(values.shots, { recursive: true });
  await frame.page().screenshot({ path: join(values.shots, `${name.replace(/\W+/g, "-")}-${width}.png`) });
}

process.on("SIGINT", () => process.exit(1)); // which ends the hosts, too
const browser = await browse();
try {
  for (const [name, host] of Object.entries(hosts)) {
    if (only.length && !only.some((one) => name.includes(one))) continue;
    await look(browser, name, host).catch((cause) => {
      if (!(cause instanceof Absent)) throw cause;
      console.log(`NOT SEEN in ${name}: ${cause.message}`);
    });
  }
} finally {
  await browser.close();
}
