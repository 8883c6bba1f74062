// What people do in a widget, in each kind of host, down to what the host was told.
import { drawn, render, widget } from "./rig.mjs";
import { todoServer } from "./todo-server.mjs";

const user = { user_id: "ada@example.com" };
const list = { tasks: [{ id: 1, title: "Buy groceries", description: "Milk, eggs, bread", completed: false, created_at: "2025-12-20T10:30:00Z" }, { id: 2, title: "Call mom", description: null, completed: false }, { id: 9, title: "Ghost", completed: false }] };
const cards = { items: [{ title: "Lamp", url: "https://shop.example/lamp" }], actions: [{ label: "Refine", prompt: "Show me others." }] };

/** Collects what was expected and not seen; a step that throws is a fault too. */
function story() {
  const faults = [];
  return {
    faults,
    expect: (what, got, want = true) => JSON.stringify(got) === JSON.stringify(want) || faults.push(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`),
    async step(what, work) {
      try {
        await work();
      } catch (cause) {
        faults.push(`${what}: ${String(cause).split("\n")[0]}`);
      }
    },
  };
}

const patience = { timeout: 2000 };
const sees = (frame, text) => frame.getByText(text, { exact: false }).first().waitFor(patience);

/** One way of driving a widget: {frame, log(), theme(t), result(r)}. */
async function appBridge(page, rig, path, show) {
  await page.goto(`${rig.origin}/host`);
  await page.evaluate((s) => Promise.race([globalThis.host.show(s), new Promise((_, no) => setTimeout(no, 3000, new Error("the widget never shook hands")))]), { url: rig.origin + path, width: 390, theme: "light", ...show });
  return {
    frame: widget(page),
    log: () => page.evaluate(() => globalThis.host.log),
    theme: (t) => page.evaluate((theme) => globalThis.host.theme(theme), t),
    result: (r) => page.evaluate((result) => globalThis.host.result(result), r),
  };
}

/** A window.openai of our own, injected before the widget's script runs. */
async function openai(page, rig, path, show) {
  await page.addInitScript(
    ({ source, globals }) => {
      const log = [];
      const call = new Function(`return ${source}`)()(log);
      globalThis.openaiLog = log;
      globalThis.openai = {
        ...globals,
        callTool: async (name, args) => {
          const { structuredContent, isError } = await call(name, args);
          return { structuredContent, isError: Boolean(isError) };
        },
        sendFollowUpMessage: async ({ prompt }) => void log.push(["message", [{ type: "text", text: prompt }]]),
        openExternal: async ({ href }) => void log.push(["open", href]),
        notifyIntrinsicHeight: ({ height }) => void log.push(["size", height]),
        setWidgetState: async (state) => void log.push(["state", state]),
      };
      globalThis.openaiSet = (change) => {
        Object.assign(globalThis.openai, change);
        globalThis.dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals: change } }));
      };
    },
    { source: todoServer.toString(), globals: { theme: "light", locale: "en-US", displayMode: "inline", maxHeight: 4000, toolInput: show.arguments ?? {}, toolOutput: null, widgetState: null } },
  );
  await page.goto(rig.origin + path);
  const set = (change) => page.evaluate((c) => globalThis.openaiSet(c), change);
  await set({ toolOutput: show.result.structuredContent });
  return { frame: page.mainFrame(), log: () => page.evaluate(() => globalThis.openaiLog), theme: (t) => set({ theme: t }), result: (r) => set({ toolOutput: r.structuredContent }) };
}

/** The story of the cards. path: the document to open, so that a mutant can be told the same story. */
export async function cardsStory(rig, drive, path = "/w/cards/sample") {
  const { faults, expect, step } = story();
  const { page, incidents, close } = await rig.page();
  await step("cards", async () => {
    const host = await drive(page, rig, path, { result: { structuredContent: cards } });
    await step("output", () => sees(host.frame, "Lamp"));
    await step("theme", async () => {
      await host.theme("dark");
      await drawn(host.frame);
      expect("scheme", await host.frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
    });
    await step("message", () => host.frame.getByRole("button", { name: "Refine" }).click(patience));
    await step("link", () => host.frame.getByRole("link", { name: "Lamp" }).click(patience));
    await step("new result", async () => {
      await host.result({ structuredContent: { items: [{ title: "Other lamp" }] } });
      await sees(host.frame, "Other lamp");
    });
    await drawn(host.frame);
    const log = await host.log();
    expect("messages", log.filter(([kind]) => kind === "message"), [["message", [{ type: "text", text: "Show me others." }]]]);
    expect("opened", log.filter(([kind]) => kind === "open"), [["open", "https://shop.example/lamp"]]);
    const height = await host.frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    expect("height told", log.filter(([kind]) => kind === "size").at(-1)?.[1], height);
  });
  await close();
  return [...faults, ...incidents];
}

/** The story of the todo list, by keyboard where a keyboard can. */
async function todoStory(rig, drive) {
  const { faults, expect, step } = story();
  const { page, incidents, close } = await rig.page();
  await step("todo", async () => {
    const host = await drive(page, rig, "/w/todo-list/sample", { arguments: user, result: { structuredContent: list } });
    const { frame } = host;
    const button = (name) => frame.getByRole("button", { name, exact: true });
    await step("complete", async () => {
      const box = frame.getByRole("checkbox", { name: "Complete Buy groceries" });
      await box.focus(patience);
      await page.keyboard.press("Space");
      await sees(frame, "1 of 3 done");
      await page.keyboard.press("Space");
      expect("a done task stays done", await box.isChecked());
    });
    await step("add", async () => {
      await frame.getByLabel("New task").fill("Water the plants", patience);
      await page.keyboard.press("Enter");
      await sees(frame, "Water the plants");
      await frame.getByRole("button", { name: "Edit Water the plants" }).and(frame.locator(":enabled")).waitFor(patience);
    });
    await step("refused add", async () => {
      await frame.getByLabel("New task").fill("boom", patience);
      await button("Add").click(patience);
      await sees(frame, "Title exceeds 200 characters");
      expect("what was typed is back", await frame.getByLabel("New task").inputValue(), "boom");
      expect("rows", await frame.locator(".task").count(), 4);
    });
    await step("empty title", async () => {
      await frame.getByLabel("New task").fill("  ", patience);
      await button("Add").click(patience);
      await sees(frame, "Title cannot be empty");
    });
    await step("refused complete", async () => {
      await frame.getByRole("checkbox", { name: "Complete Ghost" }).click(patience);
      await sees(frame, "Not completed: Task not found");
      expect("taken back", await frame.getByRole("checkbox", { name: "Complete Ghost" }).isChecked(), false);
    });
    await step("change", async () => {
      await button("Edit Call mom").focus(patience);
      await page.keyboard.press("Enter");
      await frame.getByLabel("Title").fill("Call dad", patience);
      await page.keyboard.press("Enter");
      await sees(frame, "Call dad");
      await button("Edit Call dad").and(frame.locator(":enabled")).waitFor(patience);
    });
    await step("escape", async () => {
      await button("Edit Call dad").click(patience);
      await page.keyboard.press("Escape");
      expect("focus is back", await frame.evaluate(() => document.activeElement?.ariaLabel), "Edit Call dad");
    });
    await step("delete", async () => {
      await button("Delete Call dad").click(patience);
      expect("the harmless button has the focus", await frame.evaluate(() => document.activeElement?.textContent), "Keep");
      await button("Delete").click(patience);
      await frame.getByText("Call dad").first().waitFor({ state: "detached", ...patience });
    });
    const log = await host.log();
    expect("calls", log.filter(([kind]) => kind === "callTool").map(([, name, args]) => [name, args]), [
      ["complete_task", { ...user, task_id: 1 }],
      ["add_task", { ...user, title: "Water the plants" }],
      ["add_task", { ...user, title: "boom" }],
      ["complete_task", { ...user, task_id: 9 }],
      ["update_task", { ...user, task_id: 2, title: "Call dad" }],
      ["delete_task", { ...user, task_id: 2 }],
    ]);
    expect("state", log.filter(([kind]) => kind === "state").at(-1), ["state", { changed: true }]);
    await step("one task", async () => {
      await host.result({ structuredContent: { task_id: 3, status: "created", title: "Water the plants" } });
      await button("Show all tasks").click(patience);
      await sees(frame, "1 of 2 done");
    });
  });
  await close();
  return [...faults, ...incidents];
}

/** Only the framing window may speak for the host. */
export async function forgery(rig, path = "/w/cards/sample") {
  const { faults, expect, step } = story();
  const { page, close } = await rig.page();
  await step("forgery", async () => {
    const { frame } = await appBridge(page, rig, path, { result: { structuredContent: cards } });
    await sees(frame, "Lamp");
    await page.evaluate(() => globalThis.host.forge({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { structuredContent: { items: [{ title: "Forged" }] } } }));
    await drawn(frame);
    expect("forged text", await frame.getByText("Forged").count(), 0);
    await page.evaluate(() => globalThis.host.teardown());
  });
  await close();
  return faults;
}

/** The page without a host shows the author's data under the real policy; pictures load from the data's own hosts only. */
async function standalone(rig) {
  const { faults, expect, step } = story();
  const { page, incidents, close } = await rig.page({ colorScheme: "dark" });
  const data = { title: "</script><b>Gifts & more", items: [{ title: "Lamp", image: "https://img.example/lamp.svg", url: "https://shop.example/lamp" }], actions: cards.actions };
  const svg = { contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>" };
  const [open, shut] = render([{ layout: "cards", config: { data }, data }, { layout: "cards", config: { data }, data: {} }]);
  rig.pages.set("/standalone", open);
  rig.pages.set("/standalone-shut", shut);
  await page.route("https://img.example/**", (route) => route.fulfill(svg));
  await step("standalone", async () => {
    await page.goto(`${rig.origin}/standalone`);
    await sees(page, "</script><b>Gifts & more");
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth > 0, null, patience);
    expect("system theme", await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches && getComputedStyle(document.body).backgroundColor), "rgb(33, 33, 33)");
    expect("no button without a host", await page.locator("button").count(), 0);
    expect("origin", await page.evaluate(() => globalThis.origin), "null");
    expect("incidents", incidents.splice(0), ["request: https://img.example/lamp.svg"]);
    await page.goto(`${rig.origin}/standalone-shut`);
    await page.locator(".picture .icon").waitFor(patience);
    expect("a host outside the policy is blocked", incidents.some((i) => i.startsWith("csp: img-src https://img.example/lamp.svg")));
  });
  await close();
  return faults;
}

/** The widget is shown again with an old result after it was changed: it asks for the list anew. */
async function stale(rig) {
  const { faults, expect, step } = story();
  const { page, incidents, close } = await rig.page();
  await step("stale", async () => {
    await page.addInitScript(() => {
      globalThis.openai = {
        toolInput: { user_id: "ada@example.com", status: "pending" }, widgetState: { changed: true }, toolOutput: { tasks: [{ id: 1, title: "Old", completed: false }] },
        callTool: async (name, args) => ({ structuredContent: { tasks: [{ id: 2, title: `${name} ${args.status}`, completed: false }] } }),
      };
    });
    await page.goto(`${rig.origin}/w/todo-list/sample`);
    await sees(page, "list_tasks pending");
    expect("old", await page.getByText("Old").count(), 0);
  });
  await close();
  return [...faults, ...incidents];
}

export const drivers = { appBridge, openai };

export const trips = [
  ["cards in the official AppBridge", (rig) => cardsStory(rig, appBridge)],
  ["cards in window.openai", (rig) => cardsStory(rig, openai)],
  ["todo-list in the official AppBridge", (rig) => todoStory(rig, appBridge)],
  ["todo-list in window.openai", (rig) => todoStory(rig, openai)],
  ["todo-list shown again after a change", stale],
  ["forged messages do not count", forgery],
  ["standalone page under its policy", standalone],
];
