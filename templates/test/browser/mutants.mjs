// Each check is shown to be alive: a widget is broken on purpose, and the check must say so.
import { axeFaults, heightFaults, layoutFaults, motionFaults } from "./checks.mjs";
import { drawn, render, run, runAxe, widget } from "./rig.mjs";
import { cardsStory, drivers, forgery } from "./trips.mjs";

const layout = (expect = {}) => (frame) => run(frame, layoutFaults, expect);
const css = (rule) => (frame) => frame.evaluate((r) => document.styleSheets[0].insertRule(r, document.styleSheets[0].cssRules.length), rule);

/** [name, what the fault must begin with, how to break the widget, the check]. Breaking happens in the frame. */
const broken = [
  ["a body of 900 px", "overflow", css("body{width:900px}"), layout()],
  ["a scrolling frame", "nested-scroll", css(".frame{max-height:90px;overflow-y:auto}"), layout()],
  ["three actions", "actions", (f) => f.evaluate(() => document.querySelector(".actions").append(...[1, 2].map(() => document.querySelector(".actions button").cloneNode(true)))), layout()],
  ["two primary buttons", "actions", (f) => f.evaluate(() => document.querySelector(".actions").append(document.querySelector(".actions button").cloneNode(true))), layout()],
  ["a button of 10 px", "target", css(".button{min-height:0;height:10px;padding:0;font-size:5px}"), layout()],
  ["a covered button", "target", css(".frame::after{content:'';position:fixed;inset:0}"), layout()],
  ["Times", "font", css("body{font-family:Times}"), layout()],
  ["a button in its own font", "font", css(".button{font-family:Arial}"), layout()],
  ["a missing text", "sees", async () => {}, layout({ sees: ["never there"] })],
  ["a text that must not be", "sees_not", async () => {}, layout({ sees_not: ["Linen table lamp"] })],
  ["data that ran", "inert", (f) => f.evaluate(() => (document.title = "owned")), layout()],
  ["data that became an element", "inert", (f) => f.evaluate(() => document.body.append(document.createElement("script"))), layout()],
  ["a script link", "links", (f) => f.evaluate(() => document.links[0].setAttribute("href", "javascript:0")), layout()],
  ["a missing control", "controls", async () => {}, layout({ controls: ["Delete everything"] })],
  ["a control too many", "controls", async () => {}, layout({ no_controls: true })],
  ["the wrong direction", "dir", async () => {}, layout({ dir: "rtl" })],
  ["endless loading", "busy", (f) => f.evaluate(() => document.querySelector("main").setAttribute("aria-busy", "true")), layout()],
  ["pale text", "axe: color-contrast", css(".sub{color:#c9c9c9}"), (f) => runAxe(f, axeFaults)],
  ["a button without a name", "axe: button-name", (f) => f.evaluate(() => (document.querySelector(".actions button").textContent = "")), (f) => runAxe(f, axeFaults)],
  ["a height nobody was told", "height", (f) => f.evaluate(() => (frameElement ? 0 : Object.defineProperty(globalThis, "innerHeight", { value: 10 }))), (f) => run(f, heightFaults)],
  ["movement", "motion", css("body{animation:breathe 9s infinite}"), (f) => run(f, motionFaults)],
];

/** Breaks that only the page's incident list can see. */
const incidents = [
  ["console", (f) => f.evaluate(() => console.error("noise"))],
  ["csp", (f) => f.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<p style='color:red'>x</p>"))],
  ["csp", (f) => f.evaluate(() => (document.body.append(Object.assign(new Image(), { src: "https://elsewhere.example/x.png" }))))],
  ["request", (f) => f.evaluate(() => fetch("https://elsewhere.example/").catch(() => {})), true],
];

/** Changes of the built document under which the stories must fail. Without a policy: its hashes would block them first. */
const documents = [
  ["no handshake", "ui/notifications/initialized", "ui/notifications/initialised", (rig, path) => cardsStory(rig, drivers.appBridge, path)],
  ["results ignored", "ui/notifications/tool-result", "ui/notifications/tool-results", (rig, path) => cardsStory(rig, drivers.appBridge, path)],
  ["theme ignored", "ui/notifications/host-context-changed", "ui/notifications/host-context-change", (rig, path) => cardsStory(rig, drivers.appBridge, path)],
  ["size not told", "ui/notifications/size-changed", "ui/notifications/size-change", (rig, path) => cardsStory(rig, drivers.appBridge, path)],
  ["teardown refused", "ui/resource-teardown", "ui/resource-teardowns", forgery],
  ["globals ignored", "openai:set_globals", "openai:set_global", (rig, path) => cardsStory(rig, drivers.openai, path)],
  ["message lost", "sendFollowUpMessage", "sendFollowUpMessages", (rig, path) => cardsStory(rig, drivers.openai, path)],
  ["any window believed", /\w+\.source!==this\.win\.parent/, "false", forgery],
];

async function opened(rig, fixtures, path) {
  const opening = await rig.page();
  await opening.page.goto(`${rig.origin}/host`);
  const sample = fixtures.cards.find((f) => f.name === "sample");
  await opening.page.evaluate((show) => globalThis.host.show(show), { url: rig.origin + path, width: 390, theme: "light", result: { structuredContent: sample.data } });
  const frame = widget(opening.page);
  await frame.getByText("Linen table lamp").first().waitFor({ timeout: 2000 });
  await drawn(frame);
  await drawn(opening.page);
  return { ...opening, frame };
}

async function caught(rig, fixtures, [name, rule, harm, check]) {
  const { frame, close } = await opened(rig, fixtures, "/w/cards/sample");
  const before = await check(frame);
  const relevant = name.startsWith("a missing") || name.startsWith("a text") || name.startsWith("a control too") || name.startsWith("the wrong") ? [] : before;
  await harm(frame);
  await drawn(frame);
  const found = await check(frame);
  await close();
  if (relevant.length) return [`${name}: the unharmed widget has ${relevant[0]}`];
  return found.some((f) => f.startsWith(rule)) ? [] : [`${name}: the check ${rule} did not see it (${found.join("; ") || "nothing"})`];
}

async function noticed(rig, fixtures, [kind, harm, open]) {
  if (open) rig.pages.set("/open", { html: rig.pages.get("/w/cards/sample").html });
  const { frame, incidents: list, close } = await opened(rig, fixtures, open ? "/open" : "/w/cards/sample");
  const before = list.splice(0);
  await harm(frame);
  const seen = () => list.some((f) => f.startsWith(kind));
  for (let i = 0; i < 60 && !seen(); i++) await drawn(frame);
  await close();
  if (before.length) return [`${kind}: the unharmed page has ${before[0]}`];
  return seen() ? [] : [`${kind}: not noticed (${list.join("; ") || "nothing"})`];
}

async function failsWith(rig, [name, from, to, story]) {
  const [{ html }] = render([{ layout: "cards" }]);
  const harmed = html.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
  if (harmed === html) return [`${name}: the document has nothing to harm`];
  rig.pages.set("/harmed", { html: harmed });
  return (await story(rig, "/harmed")).length ? [] : [`${name}: the story ended well`];
}

/** Served without a policy but unharmed, the document must end every story well; else the mutants above prove nothing. */
async function unharmed(rig) {
  const [{ html }] = render([{ layout: "cards" }]);
  rig.pages.set("/harmed", { html });
  return (await Promise.all([cardsStory(rig, drivers.appBridge, "/harmed"), cardsStory(rig, drivers.openai, "/harmed"), forgery(rig, "/harmed")])).flat();
}

export const mutants = [
  ["none: the unharmed document passes", unharmed],
  ...broken.map((m) => [m[0], (rig, fixtures) => caught(rig, fixtures, m)]),
  ...incidents.map((m, i) => [`incident ${i + 1}, ${m[0]}`, (rig, fixtures) => noticed(rig, fixtures, m)]),
  ...documents.map((m) => [m[0], (rig) => failsWith(rig, m)]),
];
