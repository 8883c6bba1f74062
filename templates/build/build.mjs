// Builds every layout into dist/<layout>.html.gz: one file, nothing to load, one slot for the theme and one for the
// configuration; and the kit into kit/dist. The same sources give the same bytes.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "fflate";
import { build, defaultClientConditions } from "vite";
import { budgetOf, weigh } from "./budget.mjs";
import { compose } from "./compose.mjs";
import { buildKit } from "./kit.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const only = process.argv.slice(2);

// fflate makes the same bytes on every machine, which zlib does not promise.
const packed = (html) => gzipSync(Buffer.from(html), { level: 9, mem: 12, mtime: 0 });

async function bundle(name) {
  const output = await build({
    root,
    configFile: false,
    logLevel: "warn",
    resolve: { conditions: ["berth", ...defaultClientConditions] },
    // createElement is in Preact anyway; the automatic runtime would be one more.
    oxc: { jsx: { runtime: "classic", pragma: "createElement", pragmaFrag: "Fragment" } },
    build: {
      write: false,
      target: "es2022",
      // Older targets make the minifier replace light-dark() by variables of its own.
      cssTarget: ["chrome123", "safari17.5", "firefox120"],
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: {
        input: join(root, "layouts", name, "src/main.tsx"),
        transform: { inject: { createElement: ["preact", "createElement"], Fragment: ["preact", "Fragment"] } },
        output: { format: "iife", codeSplitting: false },
      },
    },
  });
  const files = output.output;
  const pick = (test) => {
    const found = files.filter((f) => test(f.fileName));
    if (found.length !== 1) throw new Error(`${name}: expected one file, got ${files.map((f) => f.fileName)}`);
    return found[0];
  };
  const style = String(pick((f) => f.endsWith(".css")).source).replace(/\/\*\$vite\$:\d+\*\/\s*$/, "");
  return { script: pick((f) => f.endsWith(".js")).code, style };
}

const names = readdirSync(join(root, "layouts"))
  .sort()
  .filter((name) => !only.length || only.includes(name));
if (!only.length) {
  buildKit(root);
  for (const file of readdirSync(join(root, "dist"))) rmSync(join(root, "dist", file));
}
for (const name of names) {
  const layout = JSON.parse(readFileSync(join(root, "layouts", name, "layout.json"), "utf8"));
  if (layout.name !== name) throw new Error(`${name}: layout.json calls it ${layout.name}`);
  const html = compose(layout.title, await bundle(name));
  const size = weigh(name, html);
  writeFileSync(join(root, "dist", `${name}.html.gz`), packed(html));
  console.log(`${name}: ${html.length} bytes, ${size} gzipped of ${budgetOf(name)}`);
}
