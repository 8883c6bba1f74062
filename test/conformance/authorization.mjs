// Runs the official scenarios for authorization servers: the server's metadata, and a code that a person has agreed to.
//
//   node authorization.mjs --base URL --resource URL --person JSON     JSON: {"email","password"}
//
// The suite prints an address for a browser and waits; the person here is a browser without script. Nothing may fail, be left
// out or be warned of.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Browser } from "./browser.mjs";

const { values } = parseArgs({ options: { base: { type: "string" }, resource: { type: "string" }, person: { type: "string" } } });
const { base, resource } = values;
const port = await freePort();
const client = await register(`http://127.0.0.1:${port}/callback`);
const out = await mkdtemp(join(tmpdir(), "authorization-"));
try {
  const output = await suite(["--url", base, "--client-id", client, "--resource", resource, "--port", String(port), "-o", out]);
  const checks = [];
  for (const folder of await readdir(out)) checks.push(...JSON.parse(await readFile(join(out, folder, "checks.json"), "utf8")));
  for (const c of checks) console.log(`${c.status} ${c.id}${c.errorMessage ? `: ${c.errorMessage}` : ""}`);
  const ids = new Set(checks.map((c) => c.id));
  const missing = ["authorization-server-metadata", "authorization-server-metadata-cimd", "authorization-code-grant"].filter((id) => !ids.has(id));
  if (missing.length || checks.some((c) => !["SUCCESS", "INFO"].includes(c.status))) {
    console.log(`FAIL: not run: ${missing}\n${output}`);
    process.exitCode = 1;
  }
} finally {
  await rm(out, { recursive: true, force: true });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}

async function register(redirect) {
  const response = await fetch(`${base}/oauth/register`, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: "Conformance", redirect_uris: [redirect], token_endpoint_auth_method: "none" }),
  });
  if (response.status !== 201) throw new Error(`register: ${response.status} ${await response.text()}`);
  return (await response.json()).client_id;
}

/** Runs the suite, and sends the person to each address that it prints. */
function suite(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "node_modules/conformance-alpha/dist/index.js"), "authorization", ...args],
      { stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
    let output = "";
    const sent = new Set();
    const read = (data) => {
      output += data;
      for (const [address] of output.matchAll(/https?:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/g)) {
        if (sent.has(address)) continue;
        sent.add(address);
        visit(address).catch((cause) => {
          child.kill();
          reject(cause);
        });
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

async function visit(address) {
  const browser = new Browser(base);
  await browser.signIn(JSON.parse(values.person));
  await fetch(await browser.consent(address));
}
