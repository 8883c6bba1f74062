// Each check is shown to be alive: a widget is broken on purpose, and the check must say so.
import { stories } from "../../layouts/cards/fixtures/stories.mjs";
import { axeFaults, heightFaults, layoutFaults, motionFaults } from "./checks.mjs";
import { drivers, tell } from "./drivers.mjs";
import { matrix } from "./matrix.mjs";
import { render } from "./render.mjs";
import { drawn, run, runAxe, widget } from "./rig.mjs";
import { forgery } from "./trips.mjs";

const layout =
  (expect = {}) =>
  (frame) =>
    run(frame, layoutFaults, expect);
const css = (rule) => (frame) =>
  frame.evaluate((r) => document.styleSheets[0].insertRule(r, document.styleSheets[0].cssRules.length), rule);

/** Puts something of 900 px into a box that scrolls. */
const sideways =
  (tag, attributes = {}, height = "auto") =>
  (frame) =>
    frame.evaluate(
      ([name, pairs, max]) => {
        const box = document.createElement("div");
        for (const [key, value] of Object.entries(pairs)) box.setAttribute(key, value);
        box.append(document.createElement(name));
        Object.assign(box.style, { overflow: "auto", maxHeight: max });
        Object.assign(box.firstChild.style, { display: "block", width: "900px", height: "40px" });
        document.querySelector("main").append(box);
      },
      [tag, attributes, height],
    );

/** [name, what the fault must begin with, how to break the widget, the check, what to do before]. All happens in the frame. */
const broken = [
  ["a body of 900 px", "overflow", css("body{width:900px}"), layout()],
  ["a scrolling frame", "nested-scroll", css(".frame{max-height:90px;overflow-y:auto}"), layout()],
  [
    "a head that scrolls sideways",
    "nested-scroll",
    (f) =>
      f.evaluate(
        () => (
          (document.querySelector(".head").style.overflowX = "auto"),
          (document.querySelector(".title").style.width = "900px")
        ),
      ),
    layout(),
  ],
  [
    "a carousel of two",
    "carousel",
    (f) =>
      f.evaluate(() => {
        const list = Object.assign(document.querySelector("ul"), {
          ariaRoleDescription: "carousel",
          ariaLabel: "Cards",
        });
        for (const item of [...list.children].slice(0, 2)) item.ariaRoleDescription = "slide";
      }),
    layout(),
  ],
  ["a list that scrolls sideways", "nested-scroll", sideways("ul"), layout()],
  [
    "a table that scrolls without a name",
    "nested-scroll",
    sideways("table", { role: "region", tabindex: "0" }),
    layout(),
  ],
  [
    "a table that scrolls both ways",
    "nested-scroll",
    sideways("table", { role: "region", tabindex: "0", "aria-label": "Table" }, "10px"),
    layout(),
  ],
  [
    "three actions",
    "actions",
    (f) =>
      f.evaluate(() =>
        document
          .querySelector(".actions")
          .append(...[1, 2].map(() => document.querySelector(".actions button").cloneNode(true))),
      ),
    layout(),
  ],
  [
    "two primary buttons",
    "actions",
    (f) =>
      f.evaluate(() =>
        document.querySelector(".actions").append(document.querySelector(".actions button").cloneNode(true)),
      ),
    layout(),
  ],
  ["a button of 10 px", "target", css(".button{min-height:0;height:10px;padding:0;font-size:5px}"), layout()],
  ["a covered button", "target", css(".frame::after{content:'';position:fixed;inset:0}"), layout()],
  ["Times", "font", css("body{font-family:Times}"), layout()],
  ["a button in its own font", "font", css(".button{font-family:Arial}"), layout()],
  [
    "a missing text",
    "sees",
    (f) => f.evaluate(() => document.querySelector("h3").remove()),
    layout({ sees: ["Linen table lamp"] }),
  ],
  [
    "a text that must not be",
    "sees_not",
    (f) => f.evaluate(() => (document.querySelector(".title").textContent = "owned text")),
    layout({ sees_not: ["owned text"] }),
  ],
  ["data that ran", "inert", (f) => f.evaluate(() => (document.title = "owned")), layout()],
  [
    "data that became an element",
    "inert",
    (f) => f.evaluate(() => document.body.append(document.createElement("script"))),
    layout(),
  ],
  ["a script link", "links", (f) => f.evaluate(() => document.links[0].setAttribute("href", "javascript:0")), layout()],
  [
    "a missing control",
    "controls",
    (f) => f.evaluate(() => document.querySelector(".actions button").remove()),
    layout({ controls: ["Refine the ideas"] }),
  ],
  [
    "a control too many",
    "controls",
    (f) =>
      f.evaluate(() =>
        document
          .querySelector(".frame")
          .append(Object.assign(document.createElement("button"), { textContent: "More" })),
      ),
    layout({ no_controls: true }),
    (f) => f.evaluate(() => document.querySelector(".actions").remove()),
  ],
  [
    "the wrong direction",
    "dir",
    (f) => f.evaluate(() => (document.documentElement.dir = "rtl")),
    layout({ dir: "ltr" }),
  ],
  [
    "endless loading",
    "busy",
    (f) => f.evaluate(() => document.querySelector("main").setAttribute("aria-busy", "true")),
    layout(),
  ],
  ["pale text", "axe: color-contrast", css(".sub{color:#c9c9c9}"), (f) => runAxe(f, axeFaults)],
  [
    "a button without a name",
    "axe: button-name",
    (f) => f.evaluate(() => (document.querySelector(".actions button").textContent = "")),
    (f) => runAxe(f, axeFaults),
  ],
  [
    "a height nobody was told",
    "height",
    (f) => f.evaluate(() => (frameElement ? 0 : Object.defineProperty(globalThis, "innerHeight", { value: 10 }))),
    (f) => run(f, heightFaults),
  ],
  ["movement", "motion", css("body{animation:breathe 9s infinite}"), (f) => run(f, motionFaults)],
];

/** Breaks that only the page's incident list can see. */
const incidents = [
  ["console", (f) => f.evaluate(() => console.error("noise"))],
  ["csp", (f) => f.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<p style='color:red'>x</p>"))],
  [
    "csp",
    (f) =>
      f.evaluate(() => document.body.append(Object.assign(new Image(), { src: "https://elsewhere.example/x.png" }))),
  ],
  ["request", (f) => f.evaluate(() => fetch("https://elsewhere.example/").catch(() => {})), true],
];

/** Changes of the built document under which a story must fail. Without a policy: its hashes would block them first. */
const [cards] = stories;
const inBridge = (rig, path) => tell(rig, cards, drivers.appBridge, path, true);
const inOpenAI = (rig, path) => tell(rig, cards, drivers.openai, path, true);
const documents = [
  ["no handshake", "ui/notifications/initialized", "ui/notifications/initialised", inBridge],
  ["results ignored", "ui/notifications/tool-result", "ui/notifications/tool-results", inBridge],
  ["theme ignored", "ui/notifications/host-context-changed", "ui/notifications/host-context-change", inBridge],
  ["size not told", "ui/notifications/size-changed", "ui/notifications/size-change", inBridge],
  ["teardown refused", "ui/resource-teardown", "ui/resource-teardowns", forgery],
  ["globals ignored", "openai:set_globals", "openai:set_global", inOpenAI],
  ["message lost", "sendFollowUpMessage", "sendFollowUpMessages", inOpenAI],
  ["any window believed", /\w+\.source!==\w+\.parent/g, "false", forgery],
];

/** Changes of the built document that the matrix must notice: [what it does, the change, the fixture, the fault]. */
const style = (rule) => (html) => html.replace("</style>", `${rule}</style>`);
const visits = [
  ["looks at 768 px", style("@media (min-width:700px){body{width:900px}}"), "sample", / 768 light: overflow/],
  ["looks at 320 px", style("@media (max-width:330px){body{width:900px}}"), "sample", / 320 dark: overflow/],
  [
    "looks at dark",
    (html) => html.replaceAll("ui/notifications/host-context-changed", "ui/nothing"),
    "sample",
    / dark: theme: light/,
  ],
  [
    "looks at the height",
    (html) => html.replaceAll("ui/notifications/size-changed", "ui/nothing"),
    "sample",
    /: height:/,
  ],
  ["doubles the text", style("body{min-width:20rem}"), "sample", / 200% text: overflow/],
  [
    "asks for reduced motion",
    style("@media (prefers-reduced-motion:reduce){body{animation:breathe 9s infinite!important}}"),
    "sample",
    / reduced motion: motion/,
  ],
  ["reads from right to left", style("[dir=rtl] body{width:900px}"), "arabic", / 390 light: overflow/],
  [
    "asks axe in light",
    style(":root[data-theme=light] .sub{color:#c9c9c9}"),
    "sample",
    / 320 light: axe: color-contrast/,
  ],
  ["asks axe in dark", style(":root[data-theme=dark] .sub{color:#555}"), "sample", / 768 dark: axe: color-contrast/],
  [
    "listens to the console",
    (html) => html.replace('<div id="app">', '<img src="/nowhere.png" alt=""><div id="app">'),
    "sample",
    /: console:/,
  ],
];

async function opened(rig, path) {
  const opening = await rig.host();
  await opening.page.evaluate((show) => globalThis.host.show(show), {
    url: rig.origin + path,
    width: 390,
    theme: "light",
    result: { structuredContent: rig.sample },
  });
  const frame = widget(opening.page);
  await frame.getByText("Linen table lamp").first().waitFor({ timeout: 5000 });
  await drawn(frame);
  await drawn(opening.page);
  return { ...opening, frame };
}

async function caught(rig, [name, rule, harm, check, prepare]) {
  const { frame, close } = await opened(rig, "/story/cards");
  await prepare?.(frame);
  const before = await check(frame);
  await harm(frame);
  await drawn(frame);
  const found = await check(frame);
  await close();
  if (before.length) return [`${name}: the unharmed widget has ${before[0]}`];
  return found.some((f) => f.startsWith(rule))
    ? []
    : [`${name}: the check ${rule} did not see it (${found.join("; ") || "nothing"})`];
}

async function noticed(rig, [kind, harm, open]) {
  if (open) rig.pages.set("/open", { html: rig.plain });
  const { frame, incidents: list, close } = await opened(rig, open ? "/open" : "/story/cards");
  const before = list.splice(0);
  await harm(frame);
  const seen = () => list.some((f) => f.startsWith(kind));
  for (let i = 0; i < 60 && !seen(); i++) await drawn(frame);
  await close();
  if (before.length) return [`${kind}: the unharmed page has ${before[0]}`];
  return seen() ? [] : [`${kind}: not noticed (${list.join("; ") || "nothing"})`];
}

async function failsWith(rig, [name, from, to, story], number) {
  const harmed = rig.plain.replaceAll(from, to);
  if (harmed === rig.plain) return [`${name}: the document has nothing to harm`];
  rig.pages.set(`/harmed/${number}`, { html: harmed });
  return (await story(rig, `/harmed/${number}`)).length ? [] : [`${name}: the story ended well`];
}

async function visited(rig, [name, harm, fixture, fault], number) {
  const harmed = harm(rig.plain);
  if (harmed === rig.plain) return [`${name}: the document has nothing to harm`];
  const path = `/visited/${number}`;
  rig.pages.set(path, { html: harmed });
  const host = await rig.host();
  const found = await matrix(
    host,
    rig.origin + path,
    rig.fixtures.find((f) => f.name === fixture),
    null,
  );
  await host.close();
  return found.some((f) => fault.test(f))
    ? []
    : [`${name}: the matrix did not say ${fault} but ${found.join("; ") || "nothing"}`];
}

/** Served without a policy but unharmed, the document must end every story well; else the mutants above prove nothing. */
async function unharmed(rig) {
  rig.pages.set("/unharmed", { html: rig.plain });
  const host = await rig.host();
  const found = [await inBridge(rig, "/unharmed"), await inOpenAI(rig, "/unharmed"), await forgery(rig, "/unharmed")];
  for (const name of ["sample", "arabic"])
    found.push(
      await matrix(
        host,
        `${rig.origin}/unharmed`,
        rig.fixtures.find((f) => f.name === name),
        null,
      ),
    );
  await host.close();
  return found.flat();
}

/** [name, async (rig) => faults]: the rig with the cards' document and fixtures. */
export async function mutants(rig, { layout, fixtures }) {
  const [{ html }] = await render([{ layout: "cards" }]);
  const own = { ...rig, plain: html, sample: layout.sample, fixtures };
  return [
    ["none: the unharmed document passes", unharmed],
    ...broken.map((m) => [m[0], () => caught(own, m)]),
    ...incidents.map((m, i) => [`incident ${i + 1}, ${m[0]}`, () => noticed(own, m)]),
    ...documents.map((m, i) => [m[0], () => failsWith(own, m, i)]),
    ...visits.map((m, i) => [`the matrix ${m[0]}`, () => visited(own, m, i)]),
  ].map(([name, work]) => [name, () => work(own)]);
}
