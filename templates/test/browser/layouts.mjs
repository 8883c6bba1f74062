// What there is to check: every folder of layouts/ with its description, fixtures and stories.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./render.mjs";

/** Answers [{name, layout, fixtures, stories}] by name, of the chosen ones or of all. */
export async function load(chosen = []) {
  const names = readdirSync(join(root, "layouts")).sort();
  const unknown = chosen.filter((name) => !names.includes(name));
  if (unknown.length) throw new Error(`there is no layout ${unknown}; there are ${names}`);
  return Promise.all(
    (chosen.length ? chosen : names).map(async (name) => {
      const folder = join(root, "layouts", name);
      const part = async (file) => import(pathToFileURL(join(folder, "fixtures", file)).href);
      return {
        name,
        layout: JSON.parse(readFileSync(join(folder, "layout.json"), "utf8")),
        fixtures: (await part("fixtures.mjs")).fixtures,
        stories: existsSync(join(folder, "fixtures/stories.mjs")) ? (await part("stories.mjs")).stories : [],
      };
    }),
  );
}

/** What a host shows of a fixture: its tool's result, arguments and cancellation, with the tools that it reaches. */
export function shown(fixture) {
  const beside = fixture.meta ? { _meta: fixture.meta } : {};
  const result = fixture.result ?? (fixture.data ? { structuredContent: fixture.data, ...beside } : undefined);
  return {
    locale: fixture.locale ?? "en-US",
    ...(fixture.arguments ? { arguments: fixture.arguments } : {}),
    ...(result ? { result } : {}),
    ...(fixture.server ? { server: String(fixture.server) } : {}),
    ...(fixture.cancelled === undefined ? {} : { cancelled: fixture.cancelled }),
  };
}
