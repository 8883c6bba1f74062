// A real Berth on a database of its own.
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the program and answers its path; E2E_BINARY names one that is built already. */
export async function build() {
  if (process.env.E2E_BINARY) return { binary: process.env.E2E_BINARY, remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), "berth-e2e-"));
  await promisify(execFile)("go", ["build", "-o", join(folder, "berth"), "./cmd/berth"], { cwd: root });
  return { binary: join(folder, "berth"), remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * A port that nobody has. It is none of those that a system gives to who listens at any, or connects: a server can come
 * back at it.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await new Promise((resolve) => {
      const probe = createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/**
 * Starts the program. addr: to come back where one was stopped, with the same dataDir. Answers its url, the sign-in link
 * that it printed, and stop(), which keeps dataDir.
 */
export async function start(binary, { env = {}, addr, dataDir } = {}) {
  const dir = dataDir ?? (await mkdtemp(join(tmpdir(), "berth-data-")));
  const child = spawn(binary, ["serve"], {
    env: {
      ...process.env,
      BERTH_ADDR: addr ?? `127.0.0.1:${await freePort()}`,
      BERTH_DATA_DIR: dir,
      BERTH_LOG_LEVEL: "warn",
      BERTH_LIMIT_SIGNIN_RPM: "100000",
      ...env,
    },
  });
  let output = "";
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      const address = /Address\s+(http\S+)\n[^]*?\n\n/.exec(output)?.[1]; // the paragraph has ended, so the sign-in link has been said too
      if (address) resolve(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then((code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  return {
    url,
    dataDir: dir,
    /** Runs a command of the program on this server's database. */
    command: (...args) => promisify(execFile)(binary, [...args, "--data-dir", dir]),
    output: () => output,
    get signInLink() {
      return /http\S+\/signin\/\S+/.exec(output)?.[0];
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
    async remove() {
      await this.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
