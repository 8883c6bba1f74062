// Builds, tries, publishes and calls an app through Berth's own MCP server with the official client, and prints what was said.
//
//   node own.mjs --base URL --key KEY --draft FILE
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { values } = parseArgs({ options: { base: { type: "string" }, key: { type: "string" }, draft: { type: "string" } } });

async function connect(url, key) {
  const client = new Client({ name: "berth-own", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

const names = new Map([[values.base, "{base}"]]);
function plain(value) {
  let text = JSON.stringify(value, (key, v) => (key === "durationMs" ? 0 : v), 1);
  for (const [secret, name] of names) text = text.replaceAll(secret, name);
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "{time}")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "{id}")
    .replaceAll(/confirm_[A-Z2-7]{26}/g, "{confirm}");
}

let calls = 0;
async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  console.log(`\n>>> ${++calls} ${name}\n${plain(args)}`);
  console.log(`<<<\n${result.content[0].text.split("\n{")[0].replaceAll(values.base, "{base}").replaceAll(/[0-9a-f-]{36}/g, "{id}")}\n${plain(result.structuredContent)}`);
  assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
  const [, whole] = result.content;
  if (client === own) {
    assert.deepEqual(JSON.parse(whole.text), result.structuredContent, "who reads texts alone reads everything");
    assert.deepEqual(whole.annotations, { audience: ["assistant"] }, "and nobody else has to");
  }
  return result;
}

const own = await connect(`${values.base}/mcp`, values.key);
const { tools } = await own.listTools();
console.log(tools.map((t) => `${t.name}${t.annotations.readOnlyHint ? " (reads)" : ""}${t.annotations.destructiveHint ? " (destructive)" : ""}`).sort().join("\n"));
const draft = JSON.parse(readFileSync(values.draft, "utf8"));
const made = (await call(own, "create_app", draft)).structuredContent;
assert.deepEqual(made.problems, []);
names.set(made.app.id, "{app}");
const tried = await call(own, "try_app", { app: made.app.id, arguments: { vegan: true, max_price: 3 } });
assert.ok(!tried.structuredContent.isError);
const { confirm } = (await call(own, "publish_app", { app: made.app.id })).structuredContent;
const { app } = (await call(own, "publish_app", { app: made.app.id, confirm })).structuredContent;
assert.equal(app.status, "published");
const bakery = await connect(app.mcpUrl);
const found = await call(bakery, "find_breads", { vegan: true, max_price: 3 });
assert.deepEqual(found.structuredContent, tried.structuredContent.data, "what is published answers as what was tried");
assert.ok(calls <= 8);
await own.close();
await bakery.close();
