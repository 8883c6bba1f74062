// @vitest-environment node
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { budgetOf, weigh } from "../../build/budget.mjs";
import { compose, configSlot, themeSlot } from "../../build/compose.mjs";

const root = join(import.meta.dirname, "../..");
const names = readdirSync(join(root, "layouts"));

test("there are layouts, and every one is built", () => {
  expect(names).toContain("cards");
  expect(readdirSync(join(root, "dist")).sort()).toEqual(names.map((n) => `${n}.html.gz`).sort());
});

describe.each(names)("%s", async (name) => {
  const layout = JSON.parse(readFileSync(join(root, "layouts", name, "layout.json"), "utf8"));
  const html = gunzipSync(readFileSync(join(root, "dist", `${name}.html.gz`))).toString();
  const { fixtures } = await import(join(root, "layouts", name, "fixtures/fixtures.mjs"));
  const accepts = new Ajv2020({ strict: false, validateFormats: false }).compile(layout.dataSchema);

  test("the schema accepts the sample and judges the fixtures as they say", () => {
    expect(accepts(layout.sample), JSON.stringify(accepts.errors)).toBe(true);
    for (const f of fixtures)
      if (f.data) expect(accepts(f.data), `${f.name}: ${JSON.stringify(accepts.errors)}`).toBe(f.valid);
  });

  test("every field of the schema is described", () => {
    const walk = (schema: Record<string, any>, path: string): void => {
      for (const [key, child] of Object.entries<any>(schema["properties"] ?? {})) {
        expect(child.description, `${path}.${key}`).toBeTruthy();
        walk(child, `${path}.${key}`);
      }
      if (schema["items"]) walk(schema["items"], `${path}[]`);
    };
    expect(layout.dataSchema.type).toBe("object");
    walk(layout.dataSchema, "data");
  });

  // The one address of others that documents know is that of a place in maps: links lead there, and nothing is loaded from it.
  test("the document is one file with one of each slot and within its budget", () => {
    for (const slot of [themeSlot, configSlot]) expect(html.split(slot).length).toBe(2);
    expect(
      html.match(/<link|<script[^>]+src=|https?:\/\/(?!www\.w3\.org\/|www\.google\.com\/maps\/search\/)[^"'` ]*/gi),
    ).toBeNull();
    expect(html.split("</style>")[0]?.match(/@import|url\((?!data:).{0,40}/gi)).toBeNull();
    expect(weigh(name, html)).toBeGreaterThan(0);
    expect(layout.budget, "budgets are given by build/budget.mjs").toBeUndefined();
  });
});

describe("weigh", () => {
  test.each([
    ["cards", 20480],
    ["list", 20480],
    ["map", 40960],
    ["chart", 40960],
    ["solar-system", 40960],
  ])("holds %s to %i bytes", (name, budget) => {
    expect(budgetOf(name)).toBe(budget);
    const noise = randomBytes(2 * budget).toString("base64");
    let [fits, bursts] = [0, noise.length];
    while (bursts - fits > 1) {
      const middle = (fits + bursts) >> 1;
      if (gzipSync(noise.slice(0, middle), { level: 9 }).length <= budget) fits = middle;
      else bursts = middle;
    }
    expect(weigh(name, noise.slice(0, fits))).toBeLessThanOrEqual(budget);
    expect(() => weigh(name, noise.slice(0, bursts))).toThrow(/over its budget/);
  });
});

describe("compose", () => {
  test("keeps a script from ending its element", () => {
    const html = compose("x", { script: 'a="</script><b>"', style: "a{}" });
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(html).toContain('a="<\\/script><b>"');
  });

  test.each([
    [{ script: "", style: "a{}</style>" }],
    [{ script: "", style: "@import 'x'" }],
    [{ script: "", style: "a{background:url(//x.example/y.png)}" }],
    [{ script: 'a="<!--"', style: "" }],
    [{ script: `a=\`${themeSlot}\``, style: "" }],
    [{ script: "a='<script>'", style: "" }],
  ])("refuses %j", (parts) => {
    expect(() => compose("x", parts)).toThrow();
  });
});
