// What must hold of every widget's way to its host, shown with the cards.
import { stories } from "../../layouts/cards/fixtures/stories.mjs";
import { book, drivers } from "./drivers.mjs";
import { render } from "./render.mjs";
import { drawn } from "./rig.mjs";

const [lamp] = stories;

/** Only the framing window may speak for the host. */
export async function forgery(rig, path = "/story/cards") {
  const { faults, expect, step, sees } = book();
  const { page, close } = await rig.page();
  await step("forgery", async () => {
    const { frame } = await drivers.appBridge(page, rig.origin, path, lamp);
    await sees(frame, "Lamp");
    await page.evaluate(() =>
      globalThis.host.forge({
        jsonrpc: "2.0",
        method: "ui/notifications/tool-result",
        params: { structuredContent: { items: [{ title: "Forged" }] } },
      }),
    );
    await drawn(frame);
    expect("forged text", await frame.getByText("Forged").count(), 0);
    await page.evaluate(() => globalThis.host.teardown());
  });
  await close();
  return faults;
}

/** The page without a host shows the author's data under the real policy; pictures load from the data's own hosts only. */
async function standalone(rig) {
  const { faults, expect, step, sees, patience } = book();
  const { page, incidents, close } = await rig.page({ colorScheme: "dark" });
  const data = {
    title: "</script><b>Gifts & more",
    items: [{ title: "Lamp", image: "https://img.example/lamp.svg", url: "https://shop.example/lamp" }],
    actions: lamp.result.structuredContent.actions,
  };
  const svg = { contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>" };
  const [open, shut] = await render([
    { layout: "cards", config: { data }, data },
    { layout: "cards", config: { data }, data: {} },
  ]);
  rig.pages.set("/standalone", open);
  rig.pages.set("/standalone-shut", shut);
  await page.route("https://img.example/**", (route) => route.fulfill(svg));
  await step("standalone", async () => {
    await page.goto(`${rig.origin}/standalone`);
    await sees(page, "</script><b>Gifts & more");
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth > 0, null, patience);
    expect(
      "system theme",
      await page.evaluate(
        () => matchMedia("(prefers-color-scheme: dark)").matches && getComputedStyle(document.body).backgroundColor,
      ),
      "rgb(33, 33, 33)",
    );
    expect("no button without a host", await page.locator("button").count(), 0);
    expect("origin", await page.evaluate(() => globalThis.origin), "null");
    expect("incidents", incidents.splice(0), ["request: https://img.example/lamp.svg"]);
    await page.goto(`${rig.origin}/standalone-shut`);
    await page.locator(".picture .icon").waitFor(patience);
    expect(
      "a host outside the policy is blocked",
      incidents.some((i) => i.startsWith("csp: img-src https://img.example/lamp.svg")),
    );
  });
  await close();
  return faults;
}

/** The default theme takes the host's colours and font, however they are written, and nothing that could not be read. */
async function look(rig) {
  const { faults, expect, step, sees } = book();
  const { page, incidents, close } = await rig.page();
  const variables = {
    "--color-background-primary": "light-dark(oklch(0.98 0.01 90), #262624)",
    "--color-background-secondary": "light-dark(#f0eee6, #30302e)",
    "--color-text-primary": "light-dark(#141413, #faf9f5)",
    "--color-text-secondary": "light-dark(#3d3d3a, #c2c0b6)",
    "--color-background-inverse": "light-dark(#141413, #faf9f5)",
    "--color-text-inverse": "light-dark(#ffffff, #141413)",
    "--font-sans": "ui-rounded, sans-serif",
  };
  const seen = (frame) =>
    frame.evaluate(() => {
      const [body, button] = [document.body, document.querySelector(".primary")].map((el) => getComputedStyle(el));
      return [body.backgroundColor, body.color, button.backgroundColor, button.color, body.fontFamily];
    });
  await step("look", async () => {
    const driven = await drivers.appBridge(page, rig.origin, "/story/cards", { ...lamp, styles: { variables } });
    await sees(driven.frame, "Lamp");
    await page.waitForFunction(() => true);
    const light = await seen(driven.frame);
    expect("light", light.slice(1), [
      "rgb(20, 20, 19)",
      "rgb(20, 20, 19)",
      "rgb(255, 255, 255)",
      "ui-rounded, sans-serif",
    ]);
    expect("a ground in oklch", light[0].startsWith("oklch(0.98"));
    await driven.theme("dark");
    await drawn(driven.frame);
    expect("dark", (await seen(driven.frame)).slice(0, 2), ["rgb(38, 38, 36)", "rgb(250, 249, 245)"]);
    const pale = { ...variables, "--color-text-secondary": "#d0d0d0" };
    const other = await drivers.appBridge(page, rig.origin, "/story/cards", { ...lamp, styles: { variables: pale } });
    await sees(other.frame, "Lamp");
    expect("unreadable", (await seen(other.frame))[0], "rgb(255, 255, 255)");
    expect("incidents", incidents.splice(0), []);
  });
  await close();
  return faults;
}

/**
 * A host that answers both ways, as ChatGPT does: the official AppBridge in the framing page, and window.openai in the widget's
 * frame. The result comes late, by both; what the person does goes one way, once; the height goes both ways.
 */
async function bothWays(rig) {
  const { faults, expect, step, sees } = book();
  const { page, incidents, close } = await rig.page();
  await page.addInitScript(() => {
    if (window.parent === window) return;
    globalThis.asked = [];
    const method = (name) => async (argument) => void globalThis.asked.push([name, argument]);
    globalThis.openai = { theme: "light", toolInput: {}, toolOutput: null, toolResponseMetadata: null };
    for (const name of ["callTool", "sendFollowUpMessage", "openExternal", "notifyIntrinsicHeight"])
      globalThis.openai[name] = method(name);
  });
  await step("both ways", async () => {
    const { result, ...late } = lamp;
    const host = await drivers.appBridge(page, rig.origin, "/story/cards", late);
    const { frame } = host;
    await frame.locator("main[aria-busy=true]").waitFor();
    await host.result({ ...result, _meta: { from: "AppBridge" } });
    await sees(frame, "Lamp");
    const main = await frame.locator("main").elementHandle();
    await frame.evaluate((output) => {
      Object.assign(globalThis.openai, { toolOutput: output, toolResponseMetadata: { from: "window.openai" } });
      globalThis.dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals: {} } }));
    }, result.structuredContent);
    await drawn(frame);
    expect("the same result again draws nothing anew", await main.evaluate((e) => e.isConnected));
    await frame.getByRole("button", { name: result.structuredContent.actions[0].label, exact: true }).click();
    await drawn(frame);
    const log = await host.log();
    const asked = await frame.evaluate(() => globalThis.asked);
    expect("messages to the framing page", log.filter(([what]) => what === "message").length, 1);
    expect("the other ways", [...new Set(asked.map(([what]) => what))], ["notifyIntrinsicHeight"]);
    const height = await frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    expect("the height by AppBridge", log.findLast(([what]) => what === "size")?.[1], height);
    expect("the height by window.openai", asked.at(-1)?.[1], { height });
    expect("the height that it has", await page.evaluate(() => globalThis.host.height()), height);
  });
  await close();
  return [...faults, ...incidents];
}

export const trips = [
  ["the look of the host", look],
  ["one host by both ways at once", bothWays],
  ["forged messages do not count", forgery],
  ["standalone page under its policy", standalone],
];
