import { type Host, HostContext } from "@chatui/runtime";
import { h, render } from "preact";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../layouts/markdown/src/blocks.ts";
import { longest, readText } from "../../layouts/markdown/src/data.ts";
import { parseInline } from "../../layouts/markdown/src/inline.ts";
import { type Block, type Inline, plain } from "../../layouts/markdown/src/nodes.ts";
import { Piece } from "../../layouts/markdown/src/Text.tsx";

/** The tree in a short notation, so that a case reads as one line. */
function show(words: Inline[]): string {
  return words
    .map((word) => {
      if (typeof word === "string") return word;
      if (word.tag === "br") return "/";
      if (word.tag === "img") return `img(${word.alt}|${word.src})`;
      return `${word.tag}(${show(word.words)}${word.tag === "a" ? `|${word.href}` : ""})`;
    })
    .join("");
}

function outline(blocks: Block[]): unknown[] {
  return blocks.map((block) => {
    if (block.tag === "p") return show(block.words);
    if ("words" in block) return [`${block.tag} ${block.size}`, show(block.words)];
    if (block.tag === "pre") return ["pre", block.text];
    if (block.tag === "blockquote") return ["quote", ...outline(block.blocks)];
    if (block.tag === "table")
      return ["table", block.align.join(" "), block.head.map(show), ...block.rows.map((row) => row.map(show))];
    if (!("items" in block)) return "---";
    const name = `${block.tag}${block.tag === "ol" ? block.start : ""}${block.loose ? " loose" : ""}`;
    return [
      name,
      ...block.items.map((item) => [...(item.checked === null ? [] : [item.checked]), ...outline(item.blocks)]),
    ];
  });
}

// Expectations of the cases without a remark are those of the CommonMark 0.31 or GitHub specification.
test.each([
  ["*a* _b_ **c** __d__ ***e***", "em(a) em(b) strong(c) strong(d) em(strong(e))"],
  ["**bold *and* more** ~~gone~~ ~one~", "strong(bold em(and) more) del(gone) ~one~"],
  ["snake_case_word and 2 * 3 * 4", "snake_case_word and 2 * 3 * 4"],
  ["foo*bar*baz **foo bar", "fooem(bar)baz **foo bar"],
  ["*(**foo**)* *foo**bar**baz*", "em((strong(foo))) em(foostrong(bar)baz)"],
  ["*foo `*` bar* `a``b` ``c`d``", "em(foo code(*) bar) code(a``b) code(c`d)"],
  ["`` ` `` \\*not\\* \\a `open", "code(`) *not* \\a `open"],
  ["a  \nb\\\nc\nd", "a/b/c d"],
  ["&amp; &lt;b&gt; &QUOT; &nope; &#65; &constructor;", '& <b> " &nope; A &constructor;'],
  ["caf&eacute; &mdash; don&#39;t &#x1F600; &copy;2026&hellip; &#60;b&#62;", "café — don't 😀 ©2026… <b>"],
  [
    '[a *b*](https://x.example/ "t") [c](<https://x.example/y z>)',
    "a(a em(b)|https://x.example/) a(c|https://x.example/y%20z)",
  ],
  ["[a](https://x.example/p_(q)_r) [b] [c]()", "a(a|https://x.example/p_(q)_r) [b] [c]()"],
  ["*a [b* c](https://x.example/)", "*a a(b* c|https://x.example/)"],
  [
    "[a [b](https://x.example/) c](https://y.example/)",
    "[a a(b|https://x.example/) c](a(https://y.example/|https://y.example/))",
  ],
  ["[https://a.example/](https://b.example/)", "a(https://a.example/|https://b.example/)"],
  [
    "![a](https://x.example/i.png) ![](http://x.example/) ![b](data:image/png,x) ![c]",
    "img(a|https://x.example/i.png) img(|) img(b|) ![c]",
  ],
  ["[![a](https://x.example/i)](https://y.example/)", "a(img(a|https://x.example/i)|https://y.example/)"],
  [
    "<https://x.example/?a=b> <mailto:a@b.example> <b> a<b",
    "a(https://x.example/?a=b|https://x.example/?a=b) a(a@b.example|mailto:a@b.example) <b> a<b",
  ],
  [
    "(see https://x.example/a_(b)). xhttps://no.example",
    "(see a(https://x.example/a_(b)|https://x.example/a_(b))). xhttps://no.example",
  ],
  ["[](https://x.example/)", "a(https://x.example/|https://x.example/)"],
])("inline: %s", (source, want) => {
  expect(show(parseInline(source))).toBe(want);
});

test.each([
  ["# A #\n\n###   B  \n## C\n#no\n###### D", [["h2 1", "A"], ["h3 3", "B"], ["h3 2", "C"], "#no", ["h4 6", "D"]]],
  ["#\n# \n## ##\n# #", ["# #", ["h2 2", "##"], ["h2 1", "#"]]],
  ["one\ntwo\n\nthree\n\n---\n***", ["one two", "three", "---", "---"]],
  ["- a\n- b\n  - c\n    d\n- e", [["ul", ["a"], ["b", ["ul", ["c d"]]], ["e"]]]],
  ["1. a\n\n2. b\n   c\n\n   d\n\nout", [["ol1 loose", ["a"], ["b c", "d"]], "out"]],
  [
    "3) a\n4) b\n* b\n+ c",
    [
      ["ol3", ["a"], ["b"]],
      ["ul", ["b"]],
      ["ul", ["c"]],
    ],
  ],
  ["1. a\n  - two columns are enough", [["ol1", ["a", ["ul", ["two columns are enough"]]]]]],
  ["- [x] a\n- [ ] b\n- [y] c\n- [X]d", [["ul", [true, "a"], [false, "b"], ["[y] c"], ["[X]d"]]]],
  [
    "text\n- list\n\ntext\n2024. no list\n11. nor here\n1. here",
    ["text", ["ul", ["list"]], "text 2024. no list 11. nor here", ["ol1", ["here"]]],
  ],
  ["> a\n> - b\n>\n> c\nout", [["quote", "a", ["ul", ["b"]], "c"], "out"]],
  ["> ```\n> a\nout", [["quote", ["pre", "a"]], "out"]],
  ["```js x\n  a\n\n<b>\n````\nb", [["pre", "  a\n\n<b>"], "b"]],
  ["- a\n  ```\n  b\n   c\n  ```\n  d", [["ul", ["a", ["pre", "b\n c"], "d"]]]],
  ["~~~\nnever closed", [["pre", "never closed"]]],
  ["``` a`b", ["``` a`b"]],
  [
    "x\n| a | b\\|c |\n|:-|:-:|\n| 1 | `2` | 3 |\n4\n\nend",
    ["x", ["table", "start center", ["a", "b|c"], ["1", "code(2)"], ["4"]], "end"],
  ],
  ["a | b\n--:|--", [["table", "end start", ["a", "b"]]]],
  ["a | b\n---\n|---|", ["a | b", "---", "|---|"]],
  ["<div>\n*a*\n</div>", ["<div> em(a) </div>"]],
  ["\t- a\r\n\t\tb", [["ul", ["a b"]]]],
  ["-\n\n- \n-no\n-     five", [["ul loose", [], []], "-no", ["ul", ["five"]]]],
  ["- - a\n- * * *", [["ul", [["ul", ["a"]]], ["---"]]]],
])("blocks: %j", (source, want) => {
  expect(outline(parseMarkdown(source, 2))).toEqual(want);
});

test.each([
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  " javascript:x",
  "java\tscript:x",
  "javascript&colon;x",
  "\\javascript:x",
  "vbscript:x",
  "data:text/html,x",
  "blob:x",
  "file:///etc/passwd",
  "//x.example/",
  "/path",
  "#id",
  "https://user:pass@x.example/",
  "https:",
  "https://",
  "ftp://x.example/",
  `https://x.example/${"a".repeat(2000)}`,
])("an address that leads nowhere: %s", (address) => {
  for (const source of [`[a](${address})`, `[a](<${address}>)`, `<${address}>`, address, `![a](${address})`])
    expect(addresses(parseMarkdown(source, 2))).toEqual([]);
});

/** Every address in a tree. */
function addresses(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addresses);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    (key === "href" || key === "src") && child ? [String(child)] : addresses(child),
  );
}

const measure = (value: unknown): { depth: number; nodes: number } => {
  if (typeof value !== "object" || value === null) return { depth: 0, nodes: 0 };
  const inner = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...inner.map((i) => i.depth)),
    nodes: 1 + inner.reduce((sum, i) => sum + i.nodes, 0),
  };
};

/** A generator of numbers that answers the same ones in every run (mulberry32). */
function random(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const bits = [
  "a",
  "b ",
  " ",
  "\n",
  "\n\n",
  "  ",
  "    ",
  "\t",
  "*",
  "**",
  "_",
  "~~",
  "`",
  "```",
  "~~~",
  "[",
  "]",
  "](",
  ")",
  "![",
  "<",
  ">",
  "> ",
  "- ",
  "* ",
  "1. ",
  "2) ",
  "# ",
  "###### ",
  "|",
  "|-|",
  "---",
  ":-:",
  "===",
  "\\",
  "&amp;",
  "&#x41;",
  "https://x.example/",
  "http://",
  "javascript:alert(1)",
  "data:text/html,",
  "mailto:a@b.example",
  "(",
  '"',
  "'",
  "[x] ",
  "<script>",
  "</script>",
  "\0",
  "😀",
  "ا",
  "\r\n",
  "é",
  "\u00a0",
];

const host = { kind: "standalone", can: () => false } as unknown as Host;
const allowed =
  "p div span h2 h3 h4 h5 h6 ul ol li blockquote figure figcaption pre code table thead tbody tr th td hr br em strong del a img svg path".split(
    " ",
  );

test("whatever is written: nothing fails, nothing dangerous comes out, nothing that was not written appears", () => {
  const next = random(20261121);
  const root = document.createElement("div");
  for (let run = 0; run < 3000; run++) {
    const source = Array.from({ length: 1 + next(60) }, () => bits[next(bits.length)]).join("");
    const blocks = parseMarkdown(source, 2);
    for (const address of addresses(blocks)) expect(address, source).toMatch(/^(https?:\/\/|mailto:)/);
    const { depth, nodes } = measure(blocks);
    expect(depth, source).toBeLessThan(90);
    expect(nodes, source).toBeLessThan(30 * (source.length + 1));
    const letters = (text: string): number => [...text].filter((c) => c === "a" || c === "b").length;
    const written = letters(source);
    const shown = letters(blocks.map((block) => words(block)).join(""));
    // Addresses hold letters too and are not shown; an empty link shows its address in their place.
    expect(shown, source).toBeLessThanOrEqual(written + 2 * source.split("](").length);
    if (run % 20) continue;
    render(h(HostContext.Provider, { value: host, children: blocks.map((block) => h(Piece, { block })) }), root);
    for (const el of root.querySelectorAll("*")) {
      expect(allowed, source).toContain(el.localName);
      for (const { name } of el.attributes) expect(name, source).not.toMatch(/^(on|style)/);
    }
  }
}, 30_000);

function words(block: Block): string {
  if ("words" in block) return plain(block.words);
  if ("text" in block) return block.text;
  if ("blocks" in block) return block.blocks.map(words).join("");
  if ("items" in block) return block.items.flatMap((item) => item.blocks.map(words)).join("");
  return "rows" in block ? [block.head, ...block.rows].flat().map(plain).join("") : "";
}

// Each takes some milliseconds; what takes quadratic time needs many seconds at this length.
const size = 120_000;
test.each([
  "*",
  "**a ",
  "*a _b ",
  "a* ",
  "_a_",
  "~~",
  "`",
  "`a``",
  "[",
  "]",
  "[a](",
  "[a](b",
  "[a]((",
  '[a](b "',
  "[a](b '",
  "[a](<b",
  "[a](<b> ",
  "![",
  "![a",
  "![a](",
  "<",
  "<https://a",
  "https://-",
  "https://a(",
  "h",
  "&",
  "&amp;",
  "&#",
  "\\",
  "!",
  " ",
  "  \n",
  "\n",
  "a\n",
  ">",
  "> ",
  ">\n",
  "> a\nb\n",
  "- ",
  "-\n",
  "- a\n",
  "- a\n\n",
  "  - a\n",
  "1. ",
  "* * ",
  "#",
  "# ",
  "# a\n",
  "a #",
  "```\n",
  "~",
  "~~~\na\n",
  "|",
  "|-",
  "a|b\n-|-\n",
  "|a|\n|-|\n",
  "a|b\n",
  "-",
  "- - x",
  "=\n",
  "a\n=\n",
  "\t",
  "\r",
  "\0",
  "😀",
])(
  "time is linear in the length: %j over and over",
  (bit) => {
    const from = performance.now();
    const source = bit.repeat(Math.ceil(size / bit.length));
    parseMarkdown(source, 2);
    parseMarkdown(`[${source}](x`, 2);
    parseMarkdown(`a\n- ${source}x`, 2);
    parseMarkdown(`|a|\n${source}x`, 3);
    expect(performance.now() - from).toBeLessThan(6000);
  },
  60_000,
);

test.each([
  ["quotes", ">".repeat(20_000)],
  ["lists", "- ".repeat(20_000) + "x"],
  ["emphasis", "*a ".repeat(20_000) + "b* ".repeat(20_000)],
  ["strong", "**a".repeat(20_000) + "b**".repeat(20_000)],
  ["links", "[".repeat(20_000) + "](https://x.example)".repeat(20_000)],
  ["indented lists", Array.from({ length: 300 }, (_, i) => `${" ".repeat(i * 2)}- x`).join("\n")],
])("nesting has an end: %s", (_, source) => {
  expect(measure(parseMarkdown(source, 2)).depth).toBeLessThan(90);
});

describe("data", () => {
  test.each([null, undefined, 3, "x", [], {}, { text: null }, { text: 3 }, { text: ["x"] }])(
    "%j holds no text",
    (output) => {
      expect(readText(output)).toBeNull();
    },
  );

  test("a text that is too long is cut, and says so", () => {
    const read = readText({ text: "a".repeat(longest + 7), title: 5, actions: [{ label: "L", prompt: "P" }] })!;
    expect([read.cut, read.title, read.actions.length]).toEqual([7, "5", 1]);
    expect(read.blocks).toEqual([{ tag: "p", words: ["a".repeat(longest)] }]);
  });

  test("headings of the text lie below the title", () => {
    expect([readText({ text: "# a" })?.blocks[0]?.tag, readText({ text: "# a", title: "t" })?.blocks[0]?.tag]).toEqual([
      "h2",
      "h3",
    ]);
  });
});
