// Journeys through the builder in Chromium, against a real server: node e2e/run.mjs [journey…] [--shots DIR].
// A journey is a file in e2e/journeys with a default export async (world) => void, and faults by throwing or by
// world.fault(text). E2E_BINARY and CHROMIUM name other binaries; E2E_CPU=8 makes the pages eight times slower and E2E_DELAY=400
// keeps each answer of the REST API back by up to 400 ms, which brings out what only works on a fast machine.
import { readdir } from "node:fs/promises";
import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { launch, person, visit } from "./browser.mjs";
import { everywhere } from "./checks.mjs";
import { startPostgres } from "./postgres.mjs";
import { build, start } from "./server.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { shots: { type: "string" } } });
const all = (await readdir(new URL("journeys/", import.meta.url)))
  .filter((f) => f.endsWith(".mjs"))
  .map((f) => f.slice(0, -4))
  .sort();
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length) throw new Error(`no such journey: ${unknown.join(", ")}; there are ${all.join(", ")}`);

/** The longest journey takes half of one, and longer with slower pages. */
const minutes = 3 * Number(process.env.E2E_CPU ?? 1);

const { binary, remove } = await build();
const queue = [...(positionals.length ? positionals : all)];
let failed = 0;
try {
  await Promise.all(Array.from({ length: Math.min(cpus().length, queue.length) }, lane));
} finally {
  await remove();
}
process.exitCode = failed ? 1 : 0;

/** Goes one journey after the other, beside other lanes. Its browser and server are its own: journeys share neither clipboard nor data. */
async function lane() {
  const [browser, server] = await Promise.all([launch(), start(binary)]);
  try {
    for (let name = queue.shift(); name; name = queue.shift()) {
      if (!(await journey(name, browser, server))) failed++;
    }
  } finally {
    await browser.close();
    await server.remove();
  }
}

/** A key that the browser never answers would keep everything waiting. */
async function within(minutes, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${minutes} minutes`)), minutes * 60_000);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function journey(name, browser, server) {
  const began = Date.now();
  const faults = [];
  const people = [];
  const keep = (made) => {
    people.push(made);
    return made;
  };
  const world = {
    server,
    /** Another server, which the journey removes. */
    start: async (options) => {
      const own = await start(binary, options);
      const { remove } = own;
      own.remove = () => {
        for (const somebody of people) if (somebody.url === own.url) somebody.over(); // a page that goes on would miss it
        return remove.call(own);
      };
      return own;
    },
    /** A database of its own, for several servers; the journey stops it. */
    postgres: startPostgres,
    visit: async (options, url = server.url) => keep(await visit(browser, url, options)),
    person: async (options, url = server.url) => keep(await person(browser, url, options)),
    everywhere: async (page, title) => faults.push(...(await everywhere(page, title, { shots: values.shots }))),
    fault: (text) => faults.push(text),
    expect(what, good) {
      if (!good) throw new Error(what);
    },
    /** Asks until the answer holds. */
    async until(what, ask, holds) {
      const end = Date.now() + 20_000;
      for (let answer; !holds((answer = await ask())); await wait(100))
        world.expect(`${what}: ${JSON.stringify(answer)}`, Date.now() < end);
    },
  };
  try {
    const { default: go } = await import(new URL(`journeys/${name}.mjs`, import.meta.url));
    await within(minutes, go(world));
  } catch (cause) {
    faults.push(cause.stack ?? String(cause));
    for (const [i, { page }] of people.entries()) {
      if (values.shots) await page.screenshot({ path: `${values.shots}/failed-${name}-${i}.png` }).catch(() => {});
    }
  }
  for (const somebody of people) {
    faults.push(...somebody.faults);
    await somebody.close();
  }
  console.log(`${faults.length ? "FAIL" : "ok  "} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  for (const fault of faults) console.log(`     ${fault.split("\n").slice(0, 6).join("\n       ")}`);
  return faults.length === 0;
}
