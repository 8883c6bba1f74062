// The two kinds of hosts, and how a story is told in them: what a person does in a widget, down to what the host was told.
import { drawn, widget } from "./rig.mjs";

/** How long a step may take to show. Nothing waits longer than it has to. */
export const patience = { timeout: 5000 };

const silent = () => async (name) => {
  throw new Error(`no tool ${name}`);
};

/** A page of ours around the official AppBridge. Answers one way of driving a widget: {frame, log(), theme(t), result(r)}. */
async function appBridge(page, origin, path, story) {
  await page.goto(`${origin}/host`);
  const show = {
    url: origin + path,
    width: 390,
    theme: "light",
    result: story.result,
    server: String(story.server ?? silent),
    ...(story.arguments ? { arguments: story.arguments } : {}),
    ...(story.styles ? { styles: story.styles } : {}),
    ...(story.displayMode ? { displayMode: story.displayMode } : {}),
  };
  await page.evaluate((s) => globalThis.host.show(s), show);
  return {
    frame: widget(page),
    log: () => page.evaluate(() => globalThis.host.log),
    theme: (t) => page.evaluate((theme) => globalThis.host.theme(theme), t),
    result: (r) => page.evaluate((result) => globalThis.host.result(result), r),
  };
}

/** A window.openai of our own, injected before the widget's script runs. */
async function openai(page, origin, path, story) {
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
    {
      source: String(story.server ?? silent),
      globals: {
        theme: "light",
        locale: "en-US",
        displayMode: story.displayMode ?? "fullscreen",
        maxHeight: 4000,
        toolInput: story.arguments ?? {},
        toolOutput: null,
        widgetState: story.state ?? null,
      },
    },
  );
  await page.goto(origin + path);
  const set = (change) => page.evaluate((c) => globalThis.openaiSet(c), change);
  const output = (r) => set({ toolOutput: r.structuredContent ?? null, toolResponseMetadata: r._meta ?? null });
  await output(story.result);
  return {
    frame: page.mainFrame(),
    log: () => page.evaluate(() => globalThis.openaiLog),
    theme: (t) => set({ theme: t }),
    room: (maxHeight) => set({ maxHeight, displayMode: "inline" }),
    result: output,
  };
}

export const drivers = { appBridge, openai };

/** Collects what was expected and not seen; a step that throws is a fault too. once: it ends with the first fault. */
export function book(once = false) {
  const faults = [];
  const fault = (text) => {
    faults.push(text);
    if (once) throw new Error(text);
  };
  return {
    faults,
    patience,
    drawn,
    sees: (frame, text) => frame.getByText(text, { exact: false }).first().waitFor(patience),
    expect: (what, got, want = true) =>
      JSON.stringify(got) === JSON.stringify(want) ||
      fault(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`),
    async step(what, work) {
      try {
        await work();
      } catch (cause) {
        if (!faults.length || !once) fault(`${what}: ${String(cause).split("\n")[0]}`);
        else throw cause;
      }
    },
  };
}

/**
 * Plays a story on the document at path and answers its faults, incidents of the page among them. A story:
 *   name, result        what the host shows first: a tool's result
 *   arguments, state    what the tool was called with; the widget state that window.openai has kept
 *   displayMode         "inline" where the story is about what stands between messages; else everything is shown
 *   hosts               ["openai"] or ["appBridge"] where a story belongs to one of them; both by default
 *   server(log)         the tools as a host reaches them: answers async (name, args) → result. Its source is sent into
 *                       pages, so it must refer to nothing outside. It pushes ["callTool", name, args] to log
 *   play({frame, page, host, log, button, expect, step, sees, patience, drawn})
 * After each step the host says its last result again, as real ones do whenever they draw themselves anew: what a person
 * has typed, changed or opened must stay.
 * log() has ["callTool", name, args], ["message", content], ["open", url], ["state", state] and ["size", height].
 */
export async function tell(rig, story, drive, path, once = false) {
  const { faults, ...words } = book(once);
  const { page, incidents, close } = await rig.page();
  const whole = words.step(story.name, async () => {
    const host = await drive(page, rig.origin, path, story);
    const { frame, log } = host;
    let last = story.result;
    const result = (next) => host.result((last = next));
    const step = async (what, work) => {
      await words.step(what, work);
      await host.result(last);
    };
    await story.play({
      ...words,
      step,
      page,
      host: { ...host, result },
      frame,
      log,
      button: (name) => frame.getByRole("button", { name, exact: true }),
    });
  });
  await whole.catch(() => {}); // with once, the fault that ended it has been noted
  await close();
  return [...faults, ...incidents];
}
