// The clients that live the stories. Each answers connect(slug, key) → call(tool, arguments) → result for the server
// at base, and close(). Those that sign people in take nothing of a key but whose it is.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Provider } from "./provider.mjs";
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

/** An official client that signs people in by itself: asked for a sign-in it registers, and sends the person to agree. */
function signingIn(base, people, make, refreshes) {
  const open = [];
  return {
    connect: async (slug, key) => {
      const url = new URL(`${base}/servers/${slug}/mcp`);
      const person = people.find((one) => one.key === key);
      const provider = new Provider();
      let [client, transport] = make(url, { authProvider: provider });
      if (person) {
        await assert.rejects(client.connect(transport), /Unauthorized/, "nobody gets in without a sign-in");
        const back = await provider.answered(base, person);
        await transport.finishAuth(back.get("code"), back.get("iss"));
        [client, transport] = make(url, { authProvider: provider });
      }
      await client.connect(transport);
      open.push([client, person && provider]);
      await client.listTools();
      return (tool, args) => client.callTool({ name: tool, arguments: args });
    },
    close: async () => {
      for (const [client, provider] of open) {
        if (provider) assert.equal(provider.expire(), refreshes, "who asks to stay connected can exchange its token");
        if (provider && refreshes) {
          await client.listTools();
          assert.equal(provider.refreshed, 1, "an access token that is over is exchanged for another");
        }
        await client.close();
      }
    },
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

const modern = (mode) => (url, options) => [new ModernClient(info, { versionNegotiation: { mode } }), new ModernTransport(url, options)];
const legacy = (url, options) => [new LegacyClient(info), new LegacyTransport(url, options)];

export const clients = {
  "client 2.4.0, auto": (base) => official(base, modern("auto")),
  "sdk 1.32.2, legacy": (base) => official(base, legacy),
  "inspector, modern": (base) => inspector(base, "modern"),
  "inspector, legacy": (base) => inspector(base, "legacy"),
};

/** Those that need no keys. */
export const signing = {
  "client 2.4.0, auto, signing in": (base, people) => signingIn(base, people, modern("auto"), true),
  "client 2.4.0, legacy, signing in": (base, people) => signingIn(base, people, modern("legacy"), true),
  "sdk 1.32.2, legacy, signing in": (base, people) => signingIn(base, people, legacy, false), // asks for no offline_access
};
