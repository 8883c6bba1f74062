import { expect, test } from "vitest";
import { curlOf, outcomeOf, textOf, tokensOf, wireOf } from "./call";

const request = {
  method: "POST",
  url: "http://127.0.0.1:3001/servers/boats/mcp",
  headers: { "MCP-Protocol-Version": "2026-07-28" },
  body: { jsonrpc: "2.0", params: { message: "it's $HOME `x`" } },
};

test("a command keeps every character from the shell", () => {
  expect(curlOf(request)).toBe(
    `curl -X POST 'http://127.0.0.1:3001/servers/boats/mcp' \\\n  -H 'MCP-Protocol-Version: 2026-07-28' \\\n  --data-raw '{"jsonrpc":"2.0","params":{"message":"it'\\''s $HOME \`x\`"}}'`,
  );
  expect(curlOf(request, true)).toContain("-H 'Authorization: Bearer YOUR_API_KEY'");
});

test("the wire has the line, the headers and the body", () => {
  expect(wireOf(request)).toMatch(
    /^POST http:\/\/127.0.0.1:3001\/servers\/boats\/mcp\nMCP-Protocol-Version: 2026-07-28\n\n\{\n {2}"jsonrpc"/,
  );
});

test.each([
  [{ content: [{ type: "text", text: "abcdefgh" }] }, 2],
  [{ content: [{ type: "text", text: "日本語" }] }, 3],
  [{ structuredContent: { a: 1 } }, 2],
  [{ _meta: { big: "x".repeat(1000) } }, 0],
])("%j is about %i tokens", (result, tokens) => {
  expect(tokensOf(result)).toBe(tokens);
});

test("a response is a result or an error", () => {
  expect(outcomeOf({ result: { content: [{ type: "text", text: "hi" }] } })).toEqual({
    result: { content: [{ type: "text", text: "hi" }] },
  });
  expect(outcomeOf({ error: { code: -32602, message: "Unknown tool" } })).toEqual({
    error: "Unknown tool (JSON-RPC -32602)",
  });
  expect(outcomeOf(null).error).toBeTruthy();
  expect(textOf({ content: [{ type: "text", text: "a" }, { type: "image" }] })).toBe("a\n\n[image]");
});
