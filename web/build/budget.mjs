// Fails when what a browser loads before the first page, or any page on top of it, is over budget. Run after a build.
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

/** Bytes after gzip: the shell is what every page for people who are signed in needs, a page is what it adds. */
const budget = { shell: 130 * 1024, page: 160 * 1024 };
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(await readFile(new URL("manifest.json", dist), "utf8"));

/** Every file that entry needs at once. */
const files = (entry, seen = new Set()) => {
  const chunk = manifest[entry];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const css of chunk.css ?? []) seen.add(css);
  for (const further of chunk.imports ?? []) files(further, seen);
  return seen;
};
const size = async (names) => {
  let sum = 0;
  for (const name of names) sum += gzipSync(await readFile(new URL(name, dist)), { level: 9 }).length;
  return sum;
};
const say = (name, bytes, limit) => {
  console.log(
    `${bytes > limit ? "OVER" : "ok  "} ${(bytes / 1024).toFixed(1).padStart(6)} of ${limit / 1024} KiB gzip  ${name}`,
  );
  if (bytes > limit) process.exitCode = 1;
};

const shell = files("src/shell/Shell.tsx", files("index.html"));
say("shell", await size([...shell, "theme.js", "index.html"]), budget.shell);
/** What is there already when entry is asked for: the files that all who ask for it have. */
const before = (entry) => {
  const askers = Object.keys(manifest)
    .filter((key) => manifest[key].dynamicImports?.includes(entry))
    .map((key) => files(key));
  return askers.length ? askers.reduce((all, those) => new Set([...all].filter((name) => those.has(name)))) : shell;
};
for (const [entry, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry) continue;
  const there = before(entry);
  const own = [...files(entry)].filter((name) => !shell.has(name) && !there.has(name));
  say(entry, await size(own), budget.page);
}
