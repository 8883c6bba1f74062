// Documents as the product serves them, made by its own Go code.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

function run(file, args, input = "") {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { cwd: join(root, ".."), maxBuffer: 1 << 28 }, (error, out, said) =>
      error ? reject(new Error(said || error.message)) : resolve(out),
    );
    child.stdin.on("error", () => {}); // a program that ended before it read says why on stderr
    child.stdin.end(input);
  });
}

let built;

/** Builds test/pages once for this process; it is gone when the process ends. */
function program() {
  built ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "pages-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    await run("go", ["build", "-o", join(folder, "pages"), "./test/pages"]);
    return join(folder, "pages");
  })();
  return built;
}

/** Renders jobs {layout, theme?, config?, data?, tiles?} into {html, csp, meta?}; meta is what a server adds to a result with the data. */
export async function render(jobs) {
  return JSON.parse(await run(await program(), [], JSON.stringify(jobs)));
}
