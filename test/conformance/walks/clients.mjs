// The clients that live the stories. Each answers connect(slug, token) → call(tool, arguments) → result for the server
// at base, and close().
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { runCli } from "../node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js";

const info = { name: "berth-walks", version: "1.0.0" };
const headers = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

/** An official client. It lists the tools first: only then does it hold results against their output schemas. */
function official(base, make) {
  const open = [];
  return {
    connect: async (slug, token) => {
      const [client, transport] = make(new URL(`${base}/servers/${slug}/mcp`), { requestInit: { headers: headers(token) } });
      await client.connect(transport);
      open.push(client);
      await client.listTools();
      return (tool, args) => client.callTool({ name: tool, arguments: args });
    },
    close: () => Promise.all(open.map((client) => client.close())),
  };
}

/** The Inspector's command line: one run for each call, in this process, as its launcher runs it. */
async function inspector(base, era) {
  const folder = await mkdtemp(join(tmpdir(), "walks-"));
  const answer = join(folder, "answer.json");
  return {
    connect: async (slug, token) => async (tool, args) => {
      const header = Object.entries(headers(token)).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
      await runCli(["node", "inspector", `${base}/servers/${slug}/mcp`, "--transport", "http", "--protocol-era", era, ...header,
        "--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args), "--quiet", "--output", answer]).catch((cause) => {
        if (cause.exitCode !== toolError && cause.code !== toolError) throw cause;
      });
      process.exitCode = 0;
      return JSON.parse(await readFile(answer, "utf8"));
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** The Inspector's code for a result with isError. */
const toolError = 5;

export const clients = {
  "client 2.4.0, auto": (base) => official(base, (url, options) => [new ModernClient(info, { versionNegotiation: { mode: "auto" } }), new ModernTransport(url, options)]),
  "sdk 1.32.2, legacy": (base) => official(base, (url, options) => [new LegacyClient(info), new LegacyTransport(url, options)]),
  "inspector, modern": (base) => inspector(base, "modern"),
  "inspector, legacy": (base) => inspector(base, "legacy"),
};
