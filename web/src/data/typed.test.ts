import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "~/api/store";
import { drop } from "./typed";

const isText = (value: unknown): value is string => typeof value === "string";

/** As after the page was read anew: what is only in memory is gone. */
async function anew() {
  vi.resetModules();
  return (await import("./typed")).typed;
}

beforeEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("what was typed outlives the page, for the same person in the same workspace", async () => {
  (await anew())("ada", "harbour", "json", "", isText).set("{");
  const typed = await anew();
  expect(typed("ada", "harbour", "json", "", isText).get()).toBe("{");
  expect(typed("ada", "office", "json", "", isText).get()).toBe("");
  expect(typed("eve", "harbour", "json", "", isText).get()).toBe("");
  typed("ada", "harbour", "json", "", isText).set("");
  expect(sessionStorage.length).toBe(0);
});

test("what does not fit is as nothing", async () => {
  sessionStorage.setItem("berth.typed.ada.harbour.json", "[1]");
  expect((await anew())("ada", "harbour", "json", "", isText).get()).toBe("");
  sessionStorage.setItem("berth.typed.ada.harbour.json", "{");
  expect((await anew())("ada", "harbour", "json", "", isText).get()).toBe("");
});

test("without storage it lasts as long as the page", async () => {
  const off = () => {
    throw new Error("QuotaExceededError");
  };
  vi.stubGlobal("sessionStorage", { getItem: off, setItem: off, removeItem: off });
  const typed = await anew();
  typed("ada", "harbour", "json", "", isText).set("{");
  expect(typed("ada", "harbour", "json", "", isText).get()).toBe("{");
});

test("what was dropped can be had back until something else is typed", () => {
  const store = createStore("old");
  drop(store, "").run();
  expect(store.get()).toBe("old");
  const back = drop(store, "");
  const gone = vi.fn();
  back.until(gone);
  store.set("new");
  expect(gone).toHaveBeenCalled();
  back.run();
  expect(store.get()).toBe("new");
});
