import { expect, test } from "vitest";
import { readDetails } from "../../layouts/details/src/data.ts";
import { readList } from "../../layouts/list/src/data.ts";
import { highlight, readResults } from "../../layouts/search-results/src/data.ts";

test("list: shows what it can and counts what it cannot", () => {
  const list = readList({
    ordered: true,
    items: [
      { title: " A ", value: 3, url: "javascript:x", badge: "new" },
      "Bare",
      { description: "d" },
      { value: "$1" },
      null,
      [],
    ],
  });
  expect(list.rows.map((r) => [r.title, r.value, r.url, r.badge])).toEqual([
    ["A", 3, "", "new"],
    ["Bare", "", "", ""],
    ["Untitled", "", "", ""],
  ]);
  expect([list.ordered, list.skipped, list.readable]).toEqual([true, 3, true]);
});

test.each([null, undefined, 3, "x", [], {}, { items: null }, { items: {} }, { results: [] }])(
  "list: %j holds no list",
  (output) => {
    expect(readList(output)).toMatchObject({ readable: false, rows: [] });
    if (!Array.isArray((output as { results?: unknown } | null)?.results))
      expect(readResults(output)).toMatchObject({ readable: false, results: [] });
  },
);

test("results: the source is the address's host, and a title when there is none", () => {
  const { results, skipped, locale } = readResults({
    query: "q",
    locale: "en-US",
    results: [
      { title: "T", url: "https://www.example.com/a" },
      { url: "https://docs.example.com:8443/" },
      { description: "d" },
      { title: "", id: 1 },
      { title: "Bad", url: "http://x.example/" },
    ],
  });
  expect(results.map((r) => [r.title, r.site, r.url])).toEqual([
    ["T", "example.com", "https://www.example.com/a"],
    ["docs.example.com:8443", "docs.example.com:8443", "https://docs.example.com:8443/"],
    ["Untitled", "", ""],
    ["Bad", "", ""],
  ]);
  expect([skipped, locale, readResults({ results: [], locale: "</html>" }).locale]).toEqual([1, "en-US", ""]);
});

const marked = (value: string, query: string): string =>
  highlight(value, query)
    .map((p) => (p.hit ? `[${p.text}]` : p.text))
    .join("");

test("highlight: marks whole words that say something", () => {
  expect(marked("Pizza, pizzeria and a spizza", "PIZZA and")).toBe("[Pizza], pizzeria and a spizza");
  expect(marked("the art of starting art", "the art")).toBe("the [art] of starting [art]");
  expect(marked("Größe über alles", "größe ÜBER alles")).toBe("[Größe] [über] [alles]");
  expect(marked("A guide, two guides, one guided", "guides")).toBe("A [guide], two [guides], one guided");
  expect(marked("how to be the best", "how to be")).toBe("[how] [to] [be] the best");
});

test("highlight: no query is a pattern, and no text is lost", () => {
  for (const query of ["", ".*", "(", "a|b", "\\", "[x]", "$&", "é".repeat(500), "ab ".repeat(500)]) {
    const value = "a|b .* ( [x] \\ $& </script> ab";
    expect(
      highlight(value, query)
        .map((p) => p.text)
        .join(""),
      query,
    ).toBe(value);
  }
});

test("details: shows what it can and counts what it cannot", () => {
  const details = readDetails({
    facts: [
      { label: "Pets", value: true },
      { label: "Size", value: 62 },
      { label: "No value" },
      { value: "x" },
      null,
      { label: "Zero", value: 0, url: "http://x.example" },
    ],
    sections: [{ text: "t", items: ["a", 1, {}] }, { title: "Empty" }],
    image: "javascript:x",
  });
  expect(details.facts.map((f) => [f.label, f.value, f.url])).toEqual([
    ["Pets", "Yes", ""],
    ["Size", 62, ""],
    ["Zero", 0, ""],
  ]);
  expect(details.sections).toEqual([{ title: "", text: "t", items: ["a", "1"] }]);
  expect([details.title, details.image, details.pictured, details.skipped, details.readable]).toEqual([
    "Untitled",
    "",
    true,
    4,
    true,
  ]);
  expect(readDetails({ title: "T", facts: "none", sections: {} })).toMatchObject({ skipped: 2, readable: true });
});

test.each([null, undefined, 3, "x", [], {}, { facts: [] }, { name: "elsewhere" }])(
  "details: %j holds nothing to show",
  (output) => {
    expect(readDetails(output).readable).toBe(false);
  },
);
