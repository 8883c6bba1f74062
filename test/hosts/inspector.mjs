// Lives the stories of the apps in the inspector of mcp-use, whose widgets have window.openai beside the MCP Apps bridge, and
// once more where they have that bridge alone; and looks at the pages that need no host.
//
//   node inspector.mjs --base URL --cards URL --people JSON [STORY...]     JSON: two of {"email","password","key"}
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { browse, open, shown, start } from "./host.mjs";
import { visitPages } from "./pages.mjs";
import { stories } from "./stories.mjs";

const { values, positionals: only } = parseArgs({ allowPositionals: true, options: { base: { type: "string" }, cards: { type: "string" }, people: { type: "string" } } });
if (!values.base || !values.cards || !values.people) throw new Error("usage: node inspector.mjs --base URL --cards URL --people JSON [STORY...]");
const people = JSON.parse(values.people);
const urls = { cards: values.cards, berth: `${values.base}/mcp` };
for (const slug of ["gift", "medical", "todo", "chatui"]) urls[slug] = `${values.base}/servers/${slug}/mcp`;

/** How the widget reaches the host. before: runs in every frame ahead of its scripts. */
const bridges = [
  { name: "both bridges", before: () => {} },
  {
    name: "MCP Apps alone",
    // The inspector injects window.openai into every widget; a host that speaks MCP Apps alone has none.
    before: () => Object.defineProperty(globalThis, "openai", { get: () => undefined, set: () => {} }),
  },
];

async function visit(browser, inspector, { name, before }, turn) {
  const opened = [];
  const host = {
    turn, urls, people,
    open: async (url, who) => {
      const app = await open(browser, inspector, before, url, who);
      opened.push(app);
      return app;
    },
  };
  for (const [app, story] of Object.entries(stories)) {
    if (only.length && !only.includes(app)) continue;
    const began = Date.now();
    const { incidents, close } = await story(host).catch(async (cause) => {
      for (const { page } of opened) for (const text of await shown(page)) console.error(`${name}: ${app}: a widget shows ${JSON.stringify(text)}`);
      throw cause;
    });
    assert.deepEqual(incidents, [], app);
    await close();
    console.log(`ok ${name}: ${app}, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
}

const inspector = await start();
const stop = () => inspector.stop();
process.on("exit", stop);
process.on("SIGINT", () => process.exit(1));
const browser = await browse();
try {
  await Promise.all(bridges.map((bridge, turn) => visit(browser, inspector.address, bridge, turn)));
  const context = await browser.newContext();
  console.log(`ok without a host: ${await visitPages(context, values.base)} pages`);
} finally {
  await browser.close();
  stop();
}
