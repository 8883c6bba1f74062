// Runs the official MCP conformance suites against two endpoints and compares what fails with known-failures.json.
//
//   node run.mjs --published URL --fixture URL
//
// The published app must pass the scenarios that fit any server; the fixture app, which has every tool the suites ask
// for, must pass whole requirement lists. A failure that is not known is an error, and so is a known one that passes:
// the list can only shrink. Needs Node 22 or later.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const here = import.meta.dirname;
const anyServer = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "server-sse-multiple-streams",
    "server-session-lifecycle", "dns-rebinding-protection"],
  "2026-07-28": ["server-stateless", "tools-list", "resources-list", "prompts-list", "caching", "server-sse-multiple-streams",
    "dns-rebinding-protection", "sep-2164-resource-not-found", "http-header-validation",
    "input-required-result-unsupported-methods", "input-required-result-validate-input",
    "input-required-result-missing-input-response", "input-required-result-ignore-extra-params"],
};
const runs = [
  ["published", "alpha", "--requirements", "2025-11-25"],
  ["published", "alpha", "--requirements", "2026-07-28"],
  ["fixture", "alpha", "--requirements", "2025-11-25"],
  ["fixture", "alpha", "--requirements", "2026-07-28"],
  ["fixture", "alpha", "--spec-version", "2025-06-18", "--suite", "all"],
  ["fixture", "stable", "--spec-version", "2025-06-18", "--suite", "all"],
  ["fixture", "stable", "--spec-version", "2025-11-25", "--suite", "all"],
];

const { values: urls } = parseArgs({ options: { published: { type: "string" }, fixture: { type: "string" } } });
if (!urls.published || !urls.fixture) throw new Error("usage: node run.mjs --published URL --fixture URL");
const known = JSON.parse(await readFile(join(here, "known-failures.json"), "utf8"));
let bad = known.filter((k) => !k.reason).map((k) => `${k.run}: ${k.scenario} is known to fail for no given reason`);
const named = new Set();

for (const [target, suite, ...args] of runs) {
  const name = `${target} ${suite} ${args.filter((a) => /^\d/.test(a)).join()}`;
  named.add(name);
  const only = target === "published" ? anyServer[args[1]] : null;
  const checks = await conformance(suite, urls[target], args, only);
  const count = (status) => checks.filter((c) => c.status === status).length;
  console.log(`${name}: ${new Set(checks.map((c) => c.scenario)).size} scenarios, ${count("SUCCESS")} checks passed, ` +
    `${count("FAILURE")} failed, ${count("WARNING")} warned`);
  for (const c of checks) if (c.status === "WARNING") console.log(`! ${name}: ${c.scenario} / ${c.id}: ${c.errorMessage ?? c.description}`);
  bad.push(...compare(name, checks, known.filter((k) => k.run === name)));
}
bad.push(...known.filter((k) => !named.has(k.run)).map((k) => `${k.run}: there is no such run, yet ${k.scenario} is known to fail in it`));

for (const line of bad) console.log(`✗ ${line}`);
console.log(bad.length ? `FAIL: ${bad.length} differences from known-failures.json` : `PASS: nothing fails but ${known.length} known scenarios`);
process.exit(bad.length ? 1 : 0);

// conformance runs one suite and answers all its checks, each with its scenario.
async function conformance(suite, url, args, only) {
  const out = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const { code, output } = await run([join(here, "node_modules", `conformance-${suite}`, "dist/index.js"),
      "server", "--url", url, "-o", out, ...args]);
    const checks = [];
    for (const folder of await readdir(out)) {
      const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
      if (only && !only.includes(scenario)) continue;
      const found = JSON.parse(await readFile(join(out, folder, "checks.json"), "utf8"));
      checks.push(...found.map((c) => ({ ...c, scenario })));
    }
    const missing = (only ?? []).filter((s) => !checks.some((c) => c.scenario === s));
    if (!checks.length || missing.length) throw new Error(`the suite did not run ${missing}:\n${output}`);
    if (code && !only && !checks.some((c) => c.status === "FAILURE")) throw new Error(`the suite failed by itself:\n${output}`);
    return checks;
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
    let output = "";
    child.stdout.on("data", (d) => (output += d));
    child.stderr.on("data", (d) => (output += d));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

function compare(name, checks, known) {
  const failed = checks.filter((c) => c.status === "FAILURE");
  const isKnown = (c) => known.some((k) => k.scenario === c.scenario && k.checks.includes(c.id));
  const differences = failed.filter((c) => !isKnown(c))
    .map((c) => `${name}: ${c.scenario} / ${c.id} fails: ${c.errorMessage ?? c.description}`);
  for (const k of known) {
    for (const id of k.checks) {
      if (!failed.some((c) => c.scenario === k.scenario && c.id === id)) {
        differences.push(`${name}: ${k.scenario} / ${id} passes now: take it off known-failures.json`);
      }
    }
  }
  return differences;
}
