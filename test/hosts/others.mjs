// Hosts besides the inspector of mcp-use: how to start them, and to show a widget in them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patience } from "./host.mjs";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;

/** Says that a host is not installed, and how to install it. */
export class Absent extends Error {}

/** Ports of the loopback interface that nobody has. */
async function ports(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const free = servers.map((server) => String(server.address().port));
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return free;
}

/** Starts a program on the loopback interface with a home of its own, and answers once it has said what says looks for. */
async function run(program, args, env, cwd, says) {
  const home = mkdtempSync(join(tmpdir(), "host-"));
  const child = spawn(program, ["--require", join(here, "loopback.cjs"), ...args], { cwd, env: { ...process.env, HOME: home, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => {
    child.kill();
    rmSync(home, { recursive: true, force: true });
  };
  process.on("exit", stop);
  let said = "";
  const heard = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
        const found = says.exec(said);
        if (found) resolve(found[1]);
      });
  });
  const address = await Promise.race([heard, once(child, "exit").then(() => Promise.reject(new Error(`the host ended: ${said}`)))]);
  return { address, stop };
}

/** The official Inspector, which the conformance tests install. */
export const official = (frameOf) => ({
  start: async (url) => {
    const kit = join(here, "../conformance/node_modules");
    if (!existsSync(join(kit, ".bin/node"))) throw new Absent("it is not installed: run make setup");
    const [CLIENT_PORT, MCP_SANDBOX_PORT, MCP_APP_ORIGIN_PORT] = await ports(3);
    const env = { DANGEROUSLY_OMIT_AUTH: "true", MCP_AUTO_OPEN_ENABLED: "false", CLIENT_PORT, MCP_SANDBOX_PORT, MCP_APP_ORIGIN_PORT, MCP_INSPECTOR_SECRET_STORE: "memory" };
    const launcher = join(kit, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
    return run(join(kit, ".bin/node"), [launcher, "--web", "--transport", "http", "--server-url", url], env, kit, /up and running at:\s+(http\S+)/);
  },
  show: async (context, address) => {
    const page = await context.newPage();
    await page.goto(address, patience);
    await page.getByRole("switch").first().dispatchEvent("click", {}, patience); // its look lies over it, and it may have no size yet
    await page.getByText("Apps", { exact: true }).first().click(patience);
    await page.getByRole("button", { name: /^Get gift recommendations/ }).click(patience);
    await page.getByLabel(/^recipient_description/).first().fill("my dad who loves woodworking", patience);
    await page.getByRole("button", { name: "Open App" }).click(patience);
    return frameOf(page);
  },
});

/** The newest inspector of MCPJam on the registry. It is of more than a thousand packages, and so installed only by who asks for it. */
export const mcpjam = (frameOf) => ({
  start: async (url) => {
    const program = join(here, "mcpjam/node_modules/@mcpjam/inspector");
    if (!existsSync(program)) throw new Absent("it is not installed, since it takes 1.2 GB: run npm install --ignore-scripts --legacy-peer-deps in test/hosts/mcpjam");
    const [PORT] = await ports(1);
    const env = { NODE_ENV: "production", PORT, DO_NOT_TRACK: "1", MCP_CONFIG_DATA: JSON.stringify({ mcpServers: { gift: { type: "http", url } } }) };
    return run(process.execPath, ["dist/server/index.js"], env, program, /(http:\/\/127\.0\.0\.1:\d+)/);
  },
  show: async (context, address) => {
    const page = await context.newPage();
    await page.goto(address, patience);
    await page.getByText(/continue as guest/i).first().click(patience);
    await page.getByRole("button", { name: "Tools", exact: true }).click(patience);
    await page.getByText("get_recommendations").first().click(patience);
    await page.getByPlaceholder("Enter recipient_description").fill("my dad who loves woodworking", patience);
    await page.getByRole("button", { name: /execute/i }).first().click(patience);
    return frameOf(page);
  },
});
