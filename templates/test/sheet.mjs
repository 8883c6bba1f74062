// A sheet for people: pictures of the layouts in every ready theme, light and dark, at three widths, and of each state;
// one page to leaf through them, and for each layout a few montages that hold them together.
// node test/sheet.mjs [layout…] [--out DIR] [--pages N]. Needs Go and Chromium.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { load, shown } from "./browser/layouts.mjs";
import { render, root } from "./browser/render.mjs";
import { drawn, pooled, rig as makeRig, widget } from "./browser/rig.mjs";
import { contact, montages } from "./sheet/contact.mjs";
import { sheetPage } from "./sheet/page.mjs";

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: join(root, "sheet") },
    pages: { type: "string", default: String(cpus().length + 1) },
  },
});
const widths = [320, 390, 768];
const modes = ["light", "dark"];
const { presets } = JSON.parse(readFileSync(join(root, "tokens/presets.json"), "utf8"));
const began = Date.now();

/** One opening of a widget each: the sample in a theme at every width and mode, or a state in the default theme. */
function openings({ name, fixtures }) {
  const sample = fixtures.find((f) => f.name === "sample");
  if (!sample) throw new Error(`${name} has no fixture called sample`);
  const themes = presets.map((preset) => ({
    layout: name,
    fixture: sample,
    theme: preset.name,
    shots: widths.flatMap((width) =>
      modes.map((mode) => ({ width, mode, file: `${name}/${preset.name}-${width}-${mode}.png` })),
    ),
  }));
  const states = fixtures.map((fixture) => ({
    layout: name,
    fixture,
    theme: "default",
    shots: [{ width: 390, mode: "light", file: `${name}/state-${fixture.name}.png` }],
  }));
  return [...themes, ...states];
}

/** Runs in the widget: resolves once its pictures are there, or after a while; those of samples come with the data. */
function pictured() {
  const there = [...document.images].map((image) => {
    image.loading = "eager";
    return image.decode().catch(() => {});
  });
  return Promise.race([Promise.all(there), new Promise((resolve) => setTimeout(resolve, 2000))]).then(() => {});
}

/** Opens the widget on a host page and takes its pictures; answers [{file, width, height}]. */
async function take(host, origin, { path, fixture, shots }) {
  const [first] = shots;
  await host.page.evaluate((show) => globalThis.host.show(show), {
    url: origin + path,
    width: first.width,
    theme: first.mode,
    displayMode: "inline",
    ...shown(fixture),
  });
  const frame = widget(host.page);
  if (fixture.play) {
    await fixture.play(frame, host.page).catch(() => {}); // whether it works is not asked here
    await frame.evaluate(() => document.activeElement?.blur());
    await host.page.mouse.move(799, 0);
  }
  const taken = [];
  for (const { width, mode, file } of shots) {
    await host.page.evaluate(([w, m]) => (globalThis.host.resize(w), globalThis.host.theme(m)), [width, mode]);
    await drawn(frame);
    await drawn(host.page);
    await frame.evaluate(pictured);
    const height = Math.min(2400, Math.max(40, await host.page.evaluate(() => globalThis.host.height())));
    await host.page.setViewportSize({ width: 800, height });
    await host.page.screenshot({ path: join(options.out, file), clip: { x: 0, y: 0, width, height } });
    taken.push({ file, width, height });
  }
  return taken;
}

const [rig, layouts] = await Promise.all([makeRig(), load(chosen)]);
try {
  const jobs = layouts.flatMap(openings).map((job, i) => ({ ...job, path: `/sheet/${i}` }));
  const pages = await render(
    jobs.map(({ layout, fixture, theme }) => ({ layout, theme: { preset: theme }, data: fixture.data ?? {} })),
  );
  jobs.forEach(({ path }, i) => rig.pages.set(path, pages[i]));
  for (const { name } of layouts) {
    rmSync(join(options.out, name), { recursive: true, force: true });
    mkdirSync(join(options.out, name), { recursive: true });
  }
  mkdirSync(join(options.out, "contact"), { recursive: true });
  const pictures = new Map();
  const failed = [];
  // Without movement, so that no picture is taken halfway from light to dark.
  await pooled(
    jobs,
    Number(options.pages),
    () => rig.host({ reducedMotion: "reduce" }),
    async (job, host) => {
      try {
        for (const { file, width, height } of await take(host, rig.origin, job)) pictures.set(file, { width, height });
      } catch (cause) {
        failed.push(`${job.layout}, ${job.fixture.name} in ${job.theme}: ${cause.message.split("\n")[0]}`);
      }
    },
  );
  const files = jobs.flatMap(({ shots }) => shots.map(({ file }) => file)).filter((file) => pictures.has(file));
  const wholes = layouts.flatMap(({ name }) =>
    montages(
      name,
      presets.map((p) => p.name),
      files,
    ),
  );
  await pooled(wholes, 2, rig.page, (whole, { page }) => contact(page, options.out, whole, pictures));
  // Layouts that were taken earlier stay in the page.
  const all = readdirSync(options.out, { withFileTypes: true })
    .filter((e) => e.isDirectory() && e.name !== "contact")
    .map((e) => e.name)
    .sort();
  const index = all.map((name) => ({ name, files: readdirSync(join(options.out, name)).sort() }));
  writeFileSync(join(options.out, "index.html"), sheetPage(index, presets, widths, modes));
  for (const line of failed) console.log(`FAIL ${line}`);
  console.log(
    `${pictures.size} pictures of ${layouts.length} layouts after ${((Date.now() - began) / 1000).toFixed(0)} s: ${join(options.out, "index.html")}`,
  );
  process.exitCode = failed.length ? 1 : 0;
} finally {
  await rig.close();
}
