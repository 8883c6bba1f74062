// Browser checks of the layouts: node test/browser.mjs [--shots DIR] [--only matrix|trips|mutants], or the matrix of some
// with --layouts a,b. Needs Go and Chromium.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { matrix } from "./browser/matrix.mjs";
import { mutants } from "./browser/mutants.mjs";
import { render, rig as makeRig, root } from "./browser/rig.mjs";
import { trips } from "./browser/trips.mjs";

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : null);
const shots = option("--shots");
const only = option("--only");
const chosen = option("--layouts")?.split(",");
const wanted = (part) => (!only || only === part) && (!chosen || part === "matrix");

const layouts = readdirSync(join(root, "layouts")).filter((name) => !chosen || chosen.includes(name));
const fixtures = {};
for (const name of layouts) ({ fixtures: fixtures[name] } = await import(join(root, "layouts", name, "fixtures/fixtures.mjs")));

const rig = await makeRig();
const keys = layouts.flatMap((layout) => fixtures[layout].map((f) => [layout, f]));
const pages = render(keys.map(([layout, f]) => ({ layout, data: f.data ?? {} })));
keys.forEach(([layout, f], i) => rig.pages.set(`/w/${layout}/${f.name}`, pages[i]));

const faults = [];
const part = async (name, work) => {
  const from = Date.now();
  const found = await work();
  console.log(`${found.length ? "FAIL" : "ok  "} ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  for (const fault of found) console.log(`     ${fault}`);
  faults.push(...found);
};
try {
  if (wanted("matrix")) for (const layout of layouts) await part(`${layout}: ${fixtures[layout].length} fixtures`, () => matrix(rig, layout, fixtures[layout], shots));
  if (wanted("trips")) for (const [name, trip] of trips) await part(`round trip: ${name}`, () => trip(rig));
  if (wanted("mutants")) for (const [name, mutant] of mutants) await part(`mutant caught: ${name}`, () => mutant(rig, fixtures));
} finally {
  await rig.close();
}
console.log(faults.length ? `${faults.length} faults` : "no faults");
process.exitCode = faults.length ? 1 : 0;
