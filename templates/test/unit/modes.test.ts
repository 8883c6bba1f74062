import { mount } from "@chatui/runtime";
import { h, render } from "preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KitchenSinkWidget } from "../../layouts/kitchen-sink-lite/src/KitchenSink.tsx";
import { SolarSystemWidget } from "../../layouts/solar-system/src/SolarSystem.tsx";
import { framed, settled } from "./fake.ts";

beforeEach(() => (document.body.innerHTML = '<div id="app"></div>'));
afterEach(() => render(null, document.getElementById("app") as HTMLElement));

const button = (name: string) => [...document.querySelectorAll("button")].find((b) => b.textContent === name);
const widgets = { "kitchen-sink-lite": () => h(KitchenSinkWidget, {}), "solar-system": () => h(SolarSystemWidget, {}) };

async function show(name: keyof typeof widgets, availableDisplayModes: string[]) {
  const f = framed();
  mount(name, widgets[name](), f.win);
  f.post({
    jsonrpc: "2.0",
    id: f.sent[0]?.["id"],
    result: { hostCapabilities: {}, hostContext: { displayMode: "inline", availableDisplayModes } },
  });
  await settled();
  f.post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { structuredContent: {} } });
  await settled();
  return async (mode: string) => {
    f.post({
      jsonrpc: "2.0",
      id: f.sent.findLast((m) => m["method"] === "ui/request-display-mode")?.["id"],
      result: { mode },
    });
    await settled();
    await settled();
  };
}

test.each(["kitchen-sink-lite", "solar-system"] as const)("%s offers the modes that can be had", async (name) => {
  await show(name, ["inline", "fullscreen", "pip"]);
  expect(button("Full screen")).toBeDefined();
  expect(button("Picture in picture")).toBeUndefined();
});

test.each(["kitchen-sink-lite", "solar-system"] as const)(
  "%s offers no mode where there is none to choose",
  async (name) => {
    await show(name, ["inline", "pip"]);
    expect(document.querySelector("h2")).not.toBeNull();
    expect(button("Full screen")).toBeUndefined();
  },
);

test.each([
  ["kitchen-sink-lite", "The host chose inline."],
  ["solar-system", "The host refused."],
] as const)("%s says that the host chose another mode", async (name, sentence) => {
  const answer = await show(name, ["inline", "fullscreen"]);
  button("Full screen")?.click();
  await settled();
  await answer("inline");
  expect(document.body.textContent).toContain(sentence);
  expect(button("Full screen")).toBeDefined();
});
