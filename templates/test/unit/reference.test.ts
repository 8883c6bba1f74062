// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as kit from "../../kit/src/index.ts";

const root = join(import.meta.dirname, "../../kit");
const rows = (section: string): string[] => {
  const part =
    readFileSync(join(root, "README.md"), "utf8")
      .split(/^## /m)
      .find((p) => p.startsWith(section)) ?? "";
  return [...part.matchAll(/^\| `(\w+)/gm)].map((m) => m[1] as string).sort();
};
const source = readFileSync(join(root, "src/host.ts"), "utf8");
const union = (name: string): string[] => {
  const declared = new RegExp(`export type ${name} =([^;]+);`).exec(source)?.[1] ?? "";
  return [...declared.matchAll(/"(\w+)"/g)].map((m) => m[1] as string).sort();
};

test("the reference names every hook, method and phase, and nothing else", () => {
  expect(rows("Hooks")).toEqual(
    Object.keys(kit)
      .filter((name) => name.startsWith("use"))
      .sort(),
  );
  expect(rows("Methods")).toEqual(union("Feature"));
  expect(rows("States")).toEqual(union("Phase"));
  expect(rows("Methods").length).toBe(10);
});
