// Browser checks of the layouts: node test/browser.mjs [layout…] [--only matrix|stories|trips|mutants|live] [--shots DIR]
// [--pages N]. Layouts that are named get their matrix and stories alone. Needs Go and Chromium.
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startBerth } from "./browser/berth.mjs";
import { drivers, tell } from "./browser/drivers.mjs";
import { load } from "./browser/layouts.mjs";
import { live } from "./browser/live.mjs";
import { matrix } from "./browser/matrix.mjs";
import { mutants } from "./browser/mutants.mjs";
import { render } from "./browser/render.mjs";
import { pooled, rig as makeRig } from "./browser/rig.mjs";
import { trips } from "./browser/trips.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    shots: { type: "string" },
    layouts: { type: "string", default: "" },
    pages: { type: "string", default: String(cpus().length + 1) },
  },
});
const chosen = [...positionals, ...options.layouts.split(",").filter(Boolean)];
const wanted = (part, ofLayout) => (!options.only || options.only === part) && (!chosen.length || ofLayout);
const width = Number(options.pages);
const began = Date.now();

const [rig, layouts] = await Promise.all([makeRig(), load(chosen)]);
const failed = [];
// It is built while the matrix runs.
const berth = wanted("live", false) ? startBerth() : null;
berth?.catch(() => {}); // told where it is awaited
/** What is known of each line of the report: how many jobs are left, the faults so far. */
const lines = new Map();
const tally = (line, faults, ms) => {
  line.left--;
  line.ms += ms;
  line.faults.push(...faults);
  if (line.left) return;
  console.log(`${line.faults.length ? "FAIL" : "ok  "} ${line.name} (${(line.ms / 1000).toFixed(1)} s)`);
  for (const fault of line.faults) console.log(`     ${fault}`);
  failed.push(...line.faults);
};
const job = (name, work) => {
  const line = lines.get(name) ?? { name, left: 0, ms: 0, faults: [] };
  lines.set(name, line);
  line.left++;
  return async (own) => {
    const from = Date.now();
    const faults = await work(own).catch((cause) => [`could not be checked: ${cause.message.split("\n")[0]}`]);
    tally(line, faults, Date.now() - from);
  };
};

try {
  const visits = layouts.flatMap(({ name, fixtures }) =>
    fixtures.map((fixture) => ({
      name,
      fixture,
      path: `/w/${name}/${fixture.name}`,
      data: fixture.data ?? {},
      tiles: fixture.tiles,
    })),
  );
  const plain = layouts.map(({ name }) => ({ name, path: `/story/${name}`, data: {} }));
  const pages = await render([...visits, ...plain].map(({ name, data, tiles }) => ({ layout: name, data, tiles })));
  [...visits, ...plain].forEach(({ path }, i) => rig.pages.set(path, pages[i]));
  // As a server sends it: what a layout needs besides the data stands in the result's _meta.
  visits.forEach((visit, i) => (visit.fixture = { ...visit.fixture, meta: pages[i].meta }));

  if (wanted("matrix", true)) {
    const jobs = visits.map(({ name, fixture, path }) =>
      job(`${name}: ${visits.filter((v) => v.name === name).length} fixtures`, (host) =>
        matrix(host, rig.origin + path, fixture, options.shots ? join(options.shots, name) : null),
      ),
    );
    await pooled(jobs, width, rig.host, (work, host) => work(host));
  }
  const rest = [];
  if (wanted("stories", true)) {
    for (const { name, stories } of layouts) {
      for (const story of stories) {
        for (const host of story.hosts ?? Object.keys(drivers))
          rest.push(job(`${name}, ${story.name}: in ${host}`, () => tell(rig, story, drivers[host], `/story/${name}`)));
      }
    }
  }
  if (wanted("trips", false)) rest.push(...trips.map(([name, trip]) => job(name, () => trip(rig))));
  if (wanted("mutants", false)) {
    const cards = layouts.find(({ name }) => name === "cards");
    rest.push(...(await mutants(rig, cards)).map(([name, mutant]) => job(`mutant caught: ${name}`, mutant)));
  }
  if (wanted("live", false)) {
    rest.push(...(await live(rig, layouts, await berth)).map(([name, visit]) => job(name, visit)));
  }
  await pooled(
    rest,
    width,
    async () => null,
    (work) => work(),
  );
} finally {
  await berth?.then(
    ({ stop }) => stop(),
    () => {},
  );
  await rig.close();
}
console.log(
  `${failed.length ? `${failed.length} faults` : "no faults"} after ${((Date.now() - began) / 1000).toFixed(0)} s`,
);
process.exitCode = failed.length ? 1 : 0;
