// A private PostgreSQL for journeys with several replicas, as platform/store/pgtest has it for the tests in Go.
import { execFile, execFileSync, spawn } from "node:child_process";
import { chown, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Its data ends with the journey, so that it need not survive a power cut. */
const settings = [
  "listen_addresses=",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "shared_buffers=64MB",
  "max_connections=100",
];

/** Starts a server that only this machine's programs can reach by its socket. Answers its url, and stop(). */
export async function startPostgres() {
  const bin = await binaries();
  const dir = await mkdtemp(join(tmpdir(), "berth-pg-"));
  const as = account();
  if (as.uid) await chown(dir, as.uid, as.gid);
  const data = join(dir, "data");
  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
    { cwd: dir, ...as },
  );
  const server = spawn(join(bin, "postgres"), ["-D", data, "-k", dir, ...settings.flatMap((s) => ["-c", s])], {
    cwd: dir,
    stdio: "ignore",
    ...as,
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = async () => {
    server.kill("SIGQUIT");
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  process.once("exit", () => server.kill("SIGQUIT")); // however the journeys end
  for (let tries = 0; ; tries++) {
    const state = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[7]; // as pg_ctl waits
    if (state?.trim() === "ready") break;
    if (tries > 600 || server.exitCode !== null) {
      await stop();
      throw new Error("PostgreSQL does not answer");
    }
    await wait(100);
  }
  return { url: `postgres://postgres@/postgres?${new URLSearchParams({ host: dir, sslmode: "disable" })}`, stop };
}

/** The folder of the newest server binaries. */
async function binaries() {
  const debian = "/usr/lib/postgresql";
  const versions = (await readdir(debian).catch(() => []))
    .sort((a, b) => Number(b) - Number(a))
    .map((v) => join(debian, v, "bin"));
  const folders = [...(process.env.PATH ?? "").split(":"), ...versions, "/opt/homebrew/bin", "/usr/local/bin"];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")));
  if (!found) throw new Error("no PostgreSQL: install its server binaries (Debian: apt-get install postgresql)");
  return found;
}

/** Whom it runs as: it refuses to run as root. */
function account() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag, name) =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  for (const name of ["postgres", "nobody"]) {
    try {
      return { uid: id("-u", name), gid: id("-g", name) };
    } catch {
      // not on this machine
    }
  }
  throw new Error("no account for PostgreSQL, which does not run as root");
}
