// Builds the kit into kit/dist: an ES module and its types for each source, and the style sheets, for those who install the
// package. The layouts are built from its sources (the condition "berth" of its exports).
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** root: of the templates. */
export function buildKit(root) {
  const kit = join(root, "kit");
  const dist = join(kit, "dist");
  rmSync(dist, { recursive: true, force: true });
  execFileSync(process.execPath, [createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-p", kit], {
    stdio: "inherit",
  });
  for (const file of readdirSync(dist, { recursive: true })) {
    if (!file.endsWith(".d.ts")) continue;
    // The compiler leaves the names of sources in types, and there will be none.
    const types = readFileSync(join(dist, file), "utf8");
    writeFileSync(join(dist, file), types.replaceAll(/(from "\.[^"]*)\.tsx?"/g, '$1.js"'));
  }
  for (const file of readdirSync(join(kit, "src/ui")))
    if (file.endsWith(".css")) cpSync(join(kit, "src/ui", file), join(dist, "ui", file));
  cpSync(join(root, "tokens/tokens.css"), join(dist, "ui/tokens.css"));
}
