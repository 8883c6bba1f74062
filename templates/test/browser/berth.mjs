// A server of this repository: built once, started on a free port with an empty database, ended with the checks.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { root } from "./render.mjs";

const key = "an-admin-key-of-the-browser-checks";

/** Starts a server. Answers {rest(method, path, body), mcpURL(slug), stop}; rest rejects unless the answer is a success. */
export async function startBerth() {
  const folder = mkdtempSync(join(tmpdir(), "berth-"));
  const stop = (child) => async () => {
    if (child?.exitCode === null && child.kill()) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", stop());
  await promisify(execFile)("go", ["build", "-o", join(folder, "program"), "./cmd/berth"], { cwd: join(root, "..") });
  const child = spawn(join(folder, "program"), ["serve"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      BERTH_ADDR: "127.0.0.1:0",
      BERTH_DATA_DIR: join(folder, "data"),
      BERTH_ADMIN_KEY: key,
      BERTH_LOG_LEVEL: "warn",
    },
  });
  process.on("exit", () => child.kill());
  const url = await address(child);
  return {
    stop: stop(child),
    mcpURL: (slug) => new URL(`${url}/servers/${slug}/mcp`),
    async rest(method, path, body) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer;
    },
  };
}

async function address(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /Address\s+(http\S+)/.exec(line);
    if (!found) continue;
    child.stdout.resume(); // the rest of what a person would read
    return found[1];
  }
  throw new Error("the server ended before it was ready");
}
