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

export const trips = [
  ["forged messages do not count", forgery],
  ["standalone page under its policy", standalone],
];
