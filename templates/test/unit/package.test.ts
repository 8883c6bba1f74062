// @vitest-environment node
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const found = createRequire(import.meta.url);
const project = mkdtempSync(join(tmpdir(), "berth-package-"));
afterAll(() => rmSync(project, { recursive: true }));

/** Runs a program in the project and returns what it printed; what it says is in the error when it fails. */
function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd: project, encoding: "utf8" });
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`, { cause });
  }
}

/** The tarball that npm makes of a package. */
function pack(folder: string): { filename: string; files: { path: string }[] } {
  return JSON.parse(run("npm", "pack", "--json", "--ignore-scripts", folder))[0];
}

test("who installs the package in an empty project gets every hook, with its types", { timeout: 300_000 }, () => {
  const runtime = pack(join(root, "kit"));
  const preact = pack(dirname(found.resolve("preact/package.json")));
  const files = runtime.files.map(({ path }) => path);
  expect(files.filter((path) => !/^(dist\/|package\.json$|README\.md$)/.test(path))).toEqual([]);
  for (const css of readdirSync(join(root, "kit/src/ui")).filter((name) => name.endsWith(".css")))
    expect(files).toContain(`dist/ui/${css}`);

  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  const tarballs = [runtime, preact].map(({ filename }) => `./${filename}`);
  run("npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", ...tarballs);
  for (const file of readdirSync(join(root, "test/package")))
    copyFileSync(join(root, "test/package", file), join(project, file));

  const tsc = found.resolve("typescript/bin/tsc");
  const strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--verbatimModuleSyntax"];
  const jsx = ["--jsx", "react-jsx", "--jsxImportSource", "preact", "--lib", "ES2023,DOM,DOM.Iterable"];
  for (const [module, resolution] of [
    ["ESNext", "Bundler"],
    ["NodeNext", "NodeNext"],
  ] as const) {
    const modules = ["--target", "ES2022", "--module", module, "--moduleResolution", resolution];
    run(process.execPath, tsc, "App.tsx", ...strict, ...jsx, ...modules);
  }
  const [shown, pressed] = run(process.execPath, "run.mjs", found.resolve("happy-dom")).trim().split("\n");
  const said = (presses: number): unknown[] => [
    { query: "soup" },
    { answer: 42 },
    { hidden: true },
    "dark",
    "pip",
    480,
    "pt-BR",
    { device: { type: "mobile" } },
    10,
    { mode: "modal" },
    presses,
    false,
  ];
  expect(JSON.parse(shown ?? "")).toEqual(said(0));
  expect(JSON.parse(pressed ?? "")).toEqual(said(1));
});
