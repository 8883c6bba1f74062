// Connects the official clients to one endpoint, in both eras, and asserts that each can list, call and read.
//
//   node clients.mjs --url URL --tool NAME [--arguments JSON] [--text WORDS]
//
// --text: words that the answer's text must hold.
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { values } = parseArgs({ options: {
  url: { type: "string" }, tool: { type: "string" }, arguments: { type: "string", default: "{}" }, text: { type: "string", default: "" },
} });
const url = new URL(values.url);
const info = { name: "berth-clients", version: "1.0.0" };
const clients = {
  "sdk 1.32.2, legacy": ["2025-11-25", () => [new LegacyClient(info), new LegacyTransport(url)]],
  "client 2.4.0, legacy": ["2025-11-25", () => modern("legacy")],
  "client 2.4.0, auto": ["2026-07-28", () => modern("auto")],
};

function modern(mode) {
  return [new ModernClient(info, { versionNegotiation: { mode } }), new ModernTransport(url, { fetch: watched })];
}

// watched notes which version the client settled on: it says so in a header of every request.
let version;
function watched(input, init) {
  version = new Headers(init?.headers).get("mcp-protocol-version") ?? version;
  return fetch(input, init);
}

for (const [name, [expected, connect]] of Object.entries(clients)) {
  version = undefined;
  const [client, transport] = connect();
  await client.connect(transport);
  assert.ok(client.getServerVersion()?.name, "the server says its name");

  const { tools } = await client.listTools();
  const tool = tools.find((t) => t.name === values.tool);
  assert.ok(tool, `lists ${values.tool}, has ${tools.map((t) => t.name)}`);
  for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]) {
    assert.equal(typeof tool.annotations?.[hint], "boolean", `says ${hint}`);
  }

  const result = await client.callTool({ name: tool.name, arguments: JSON.parse(values.arguments) });
  assert.ok(!result.isError, `the call succeeds: ${JSON.stringify(result.content)}`);
  assert.equal(typeof result.structuredContent, "object", "the answer is structured");
  const text = result.content.filter((c) => c.type === "text").map((c) => c.text).join("\n");
  assert.ok(text, "there is text for clients without widgets");
  assert.ok(text.includes(values.text), `the text holds ${values.text}: ${text}`);

  // Clients hold results with isError against the output schema too, and throw when they do not fit.
  const refused = await client.callTool({ name: tool.name, arguments: { message: 5 } });
  assert.ok(refused.isError, "a wrong argument is a result that says so");
  assert.ok(refused.structuredContent?.error, "a refusal is structured");

  for (const [uri, mime] of [[tool._meta?.["openai/outputTemplate"], "text/html+skybridge"], [tool._meta?.ui?.resourceUri, "text/html;profile=mcp-app"]]) {
    const { resources } = await client.listResources();
    assert.ok(resources.some((r) => r.uri === uri), `lists ${uri}`);
    const { contents: [page] } = await client.readResource({ uri });
    assert.equal(page.mimeType, mime);
    assert.match(page.text, /^<!doctype html>/i, `${uri} is a document`);
  }
  await assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} }), "an unknown tool is an error");
  const settled = transport.protocolVersion ?? version;
  assert.equal(settled, expected, "the version both settled on");
  await client.close();
  console.log(`ok ${name}: ${settled}, ${tools.length} tools, "${text.slice(0, 60)}"`);
}
