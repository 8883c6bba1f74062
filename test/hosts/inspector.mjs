// Opens four apps in the inspector of mcp-use and uses their widgets, over both bridges.
//
//   node inspector.mjs --cards URL --chores URL --gift URL --medical URL
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { seeDoctor } from "./medical.mjs";

const { values: urls } = parseArgs({ options: { cards: { type: "string" }, chores: { type: "string" }, gift: { type: "string" }, medical: { type: "string" } } });
if (!urls.cards || !urls.chores || !urls.gift || !urls.medical) throw new Error("usage: node inspector.mjs --cards URL --chores URL --gift URL --medical URL");
const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const patience = { timeout: 30_000 };

/** Starts the inspector on a free port of the loopback interface and answers its address. */
async function start() {
  const child = spawn(process.execPath, ["--require", join(here, "loopback.cjs"), join(here, "node_modules/@mcp-use/inspector/dist/cli.js"), "--port", "6290", "--no-open"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, MCP_USE_ANONYMIZED_TELEMETRY: "false" },
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the inspector ended")));
  ended.catch(() => {});
  const said = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /started at http:\/\/localhost:(\d+)\/inspector/.exec(line);
      if (address) return `http://127.0.0.1:${address[1]}/inspector`;
    }
    return ended;
  })();
  return { address: await Promise.race([said, ended]), stop: () => child.kill() };
}

/** Opens an app, calls its tool with the arguments that are given, and answers the widget with what must not have happened in it. */
async function call(page, inspector, { url, tool, given }) {
  const incidents = [];
  const ofWidget = (frame) => frame?.url() === "about:srcdoc";
  page.on("request", (r) => ofWidget(r.frame()) && !r.url().startsWith("data:") && incidents.push(`request: ${r.url()}`));
  page.on("pageerror", (e) => incidents.push(`error: ${e.message}`));
  page.on("console", (m) => m.text().includes("CSP Violation") && incidents.push(m.text()));
  await page.goto(`${inspector}?autoConnect=${encodeURIComponent(url)}`);
  await page.getByTestId(`tool-item-${tool}`).click(patience);
  for (const [name, value] of Object.entries(given)) await page.getByTestId(`tool-param-${name}`).fill(value, patience);
  await page.getByTestId("tool-execution-execute-button").click(patience);
  const widget = page.frameLocator(`iframe[title="MCP App: ${tool}"]`).frameLocator("iframe");
  await widget.getByRole("main").and(widget.locator("[aria-busy=false]")).waitFor(patience);
  return { widget, incidents, frame: page.frames().find(ofWidget) };
}

/** How the widget reaches the host. before: runs in every frame ahead of its scripts. */
const bridges = [
  { name: "window.openai", task: "Feed the cat", before: () => {} },
  {
    name: "MCP Apps",
    task: "Water the plants",
    // The inspector injects window.openai into every widget; a host that speaks MCP Apps alone has none.
    before: () => Object.defineProperty(globalThis, "openai", { get: () => undefined, set: () => {} }),
  },
];

async function visit(browser, inspector, { name, task, before }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
  // What the inspector itself would like from elsewhere, such as its fonts, it does not get.
  await context.route((url) => !["127.0.0.1", "localhost"].includes(url.hostname), (route) => route.abort());
  await context.addInitScript(before);

  const first = await context.newPage();
  const cards = await call(first, inspector, { url: urls.cards, tool: "search_products", given: { message: "a gift" } });
  await cards.widget.getByText("Linen table lamp").waitFor(patience);
  assert.deepEqual(cards.incidents, []);
  await first.close();

  const page = await context.newPage();
  const chores = await call(page, inspector, { url: urls.chores, tool: "list_tasks", given: { user_id: "ada@example.com" } });
  const injected = await spy(chores.frame);
  assert.equal(injected, name === "window.openai", "the widget has the bridge that is meant");
  await chores.widget.getByRole("checkbox", { name: `Complete ${task}` }).click(patience);
  // It is ticked at once, and rests once the server has answered.
  await chores.widget.locator("li[aria-busy=false]").filter({ has: page.getByRole("checkbox", { name: `Complete ${task}`, checked: true }) }).waitFor(patience);
  assert.deepEqual(await asked(chores.frame), injected ? ["complete_task"] : null, "the call went by the bridge that is meant");
  assert.equal(await chores.widget.getByRole("alert").count(), 0, "nothing failed");
  assert.deepEqual(chores.incidents, []);
  await page.close();

  await giveGift(await context.newPage(), inspector, injected);
  await seeDoctor({
    page: await context.newPage(), open: (page, what) => call(page, inspector, what), spy, asked, url: urls.medical, injected, patient: `Maria of ${name}`, patience,
  });
  await context.close();
  console.log(`${name}: the cards are shown, "${task}" is done, the gifts are refined and one is looked at, the doctor is booked`);
}

/** Searches, stars, refines, looks at one gift and goes back, all in the widget of the gift app. */
async function giveGift(page, inspector, injected) {
  const gifts = await call(page, inspector, { url: urls.gift, tool: "get_recommendations", given: { recipient_description: "my dad who loves woodworking" } });
  assert.equal(await spy(gifts.frame), injected);
  const names = () => gifts.widget.locator(".gift .name").allTextContents();
  const first = await names();
  assert.equal(first.length, 5, "there are five gifts");
  const starred = first[1];
  await gifts.widget.getByRole("button", { name: `Star ${starred}`, exact: true }).click(patience);
  await gifts.widget.getByRole("button", { name: "Refine recommendations" }).click(patience);
  await gifts.widget.getByText("Refined with the gifts you starred.").waitFor(patience);
  const refined = await names();
  assert.notDeepEqual(refined, first, "the starred gift changes the list");
  await gifts.widget.getByRole("button", { name: refined[0], exact: true }).click(patience);
  await gifts.widget.getByRole("heading", { name: refined[0], exact: true }).waitFor(patience);
  await gifts.widget.getByText("Made for", { exact: true }).waitFor(patience); // which the list does not know
  await gifts.widget.getByRole("button", { name: "Back to the list" }).click(patience);
  await gifts.widget.getByRole("button", { name: "Refine recommendations" }).waitFor(patience);
  assert.deepEqual(await names(), refined, "the refined list is still there");
  assert.deepEqual(await asked(gifts.frame), injected ? ["get_recommendations", "get_gift_details"] : null, "the calls went by the bridge that is meant");
  assert.equal(await gifts.widget.getByRole("alert").count(), 0, "nothing failed");
  assert.deepEqual(gifts.incidents, []);
}

/** Notes which tools the widget calls through window.openai; false when there is none. */
function spy(frame) {
  return frame.evaluate(() => {
    if (!globalThis.openai) return false;
    const { callTool } = globalThis.openai;
    globalThis.asked = [];
    globalThis.openai.callTool = (tool, args) => (globalThis.asked.push([tool, args]), callTool(tool, args));
    return true;
  });
}

/** The tools that the widget has called since; null when there was nothing to note them by. */
const asked = (frame) => frame.evaluate(() => globalThis.asked?.map(([tool]) => tool) ?? null);

const inspector = await start();
const stop = () => inspector.stop();
process.on("exit", stop);
process.on("SIGINT", () => process.exit(1));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  for (const bridge of bridges) await visit(browser, inspector.address, bridge);
} finally {
  await browser.close();
  stop();
}
