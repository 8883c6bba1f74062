import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "~/api/apps";
import type { Tagged } from "~/api/client";
import { ApiProblem, Unreachable } from "~/api/problem";
import { DraftSession, type Unfinished, type World } from "./session";

const start: App = {
  id: "1",
  name: "Boats",
  description: "",
  mcpSlug: null,
  toolName: "get_boats",
  toolDescription: "",
  layoutTemplate: "cards",
  themeVariables: {},
  mockData: { items: [] },
  responseText: "",
  systemPrompt: "",
  status: "draft",
  publishVersion: 0,
  liveVersion: null,
  publishedAt: null,
  draftAhead: false,
  origin: "authored",
  mcpUrl: null,
  uiUrl: null,
  createdAt: "",
  updatedAt: "",
} as App;

/** A server with one app; fail is what the next PATCH throws. */
function server(unfinished: Unfinished | null = null) {
  const state = {
    app: { data: start, etag: '"1"' } as Tagged<App>,
    sent: [] as Record<string, unknown>[],
    fail: [] as unknown[],
    kept: undefined as unknown,
    taken: [] as string[],
  };
  const change = (body: Record<string, unknown>) => {
    state.app = {
      data: {
        ...state.app.data,
        ...body,
        mockData: "mockData" in body ? (body["mockData"] ?? { items: ["sample"] }) : state.app.data.mockData,
      } as App,
      etag: `"${Number(state.app.etag.replaceAll('"', "")) + 1}"`,
    };
  };
  const world: World = {
    patch: async (body, etag) => {
      const failure = state.fail.shift();
      if (failure) throw failure;
      if (etag !== state.app.etag)
        throw new ApiProblem(412, "PRECONDITION_FAILED", "The app has changed since it was read.");
      state.sent.push(body as Record<string, unknown>);
      change(body as Record<string, unknown>);
      return state.app;
    },
    read: async () => state.app,
    sample: () => ({ items: ["sample"] }),
    keep: (value) => (state.kept = value),
    onServer: () => undefined,
    onTaken: (fields) => state.taken.push(...fields),
    now: () => Date.now(),
  };
  return { state, change, session: new DraftSession(state.app, world, unfinished) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = () => vi.advanceTimersByTimeAsync(600);

test("changes are saved together half a second after the last one", async () => {
  const { state, session } = server();
  session.edit({ name: "B" }, "name");
  await vi.advanceTimersByTimeAsync(400);
  session.edit({ name: "Bo" }, "name");
  session.edit({ description: "x" }, "description");
  await vi.advanceTimersByTimeAsync(400);
  expect(state.sent).toEqual([]);
  expect(session.get().saving.is).toBe("waiting");
  expect(state.kept).toMatchObject({ draft: { name: "Bo" } });
  await pass();
  expect(state.sent).toEqual([{ name: "Bo", description: "x" }]);
  expect(session.get().saving.is).toBe("saved");
  expect(state.kept).toBeNull();
});

test("the layout's sample is sent as none", async () => {
  const { state, session } = server();
  session.edit({ mockData: { items: ["sample"] } });
  await pass();
  expect(state.sent).toEqual([{ mockData: null }]);
  expect(session.get().saving.is).toBe("saved");
});

test("what cannot be saved waits while the rest is saved", async () => {
  const { state, session } = server();
  session.edit({ toolName: "my boats", description: "x" });
  session.edit({ themeVariables: { light: { accent: "#12" } } });
  await pass();
  expect(state.sent).toEqual([{ description: "x" }]);
  expect(session.get()).toMatchObject({
    saving: { is: "held" },
    draft: { toolName: "my boats" },
    held: { themeVariables: { problems: [{ at: "light.accent" }] } },
  });
  session.edit({ toolName: "my_boats", themeVariables: {} });
  await pass();
  expect(state.sent[1]).toEqual({ toolName: "my_boats" });
  expect(session.get().saving.is).toBe("saved");
});

test("a refusal of the server is told at its field, and not sent again until that changes", async () => {
  const { state, session } = server();
  state.fail.push(
    new ApiProblem(409, "SLUG_TAKEN", "The slug is taken."),
    new ApiProblem(422, "INVALID_CONFIG", "", [{ location: "body.mockData.items[0]", message: "must not be empty" }]),
  );
  session.edit({ mcpSlug: "boats", mockData: { items: [""] }, name: "B" });
  await pass();
  expect(state.sent).toEqual([{ name: "B" }]);
  expect(session.get().held).toMatchObject({
    mcpSlug: { problems: [{ at: "", message: "This address is taken. Choose another." }] },
    mockData: { problems: [{ at: "items[0]", message: "Must not be empty." }] },
  });
});

test("a server that is away loses nothing", async () => {
  const { state, session } = server();
  state.fail.push(new Unreachable());
  session.edit({ name: "B" });
  await pass();
  expect(session.get().saving.is).toBe("offline");
  expect(state.kept).toMatchObject({ draft: { name: "B" } });
  expect(await session.flush()).toBe(true);
  expect(state.sent).toEqual([{ name: "B" }]);
});

test("what somebody else changed elsewhere is taken over", async () => {
  const { state, change, session } = server();
  change({ description: "theirs" });
  session.edit({ name: "B" });
  await pass();
  expect(state.taken).toEqual(["description"]);
  expect(state.app.data).toMatchObject({ name: "B", description: "theirs" });
});

test("what both changed is asked about; the other version can be had back", async () => {
  const { state, change, session } = server();
  change({ name: "theirs" });
  session.edit({ name: "mine", description: "x" });
  await pass();
  expect(session.get()).toMatchObject({
    saving: { is: "conflict" },
    conflict: { conflicts: ["name"] },
    draft: { name: "mine" },
  });
  session.settle({ name: "theirs" });
  await pass();
  expect(state.app.data).toMatchObject({ name: "theirs", description: "x" });
  expect(session.undo()).toEqual(["name"]);
  await pass();
  expect(state.app.data.name).toBe("mine");
});

test("an older state of the server changes nothing, a newer one is taken in", () => {
  const { state, change, session } = server();
  change({ name: "newer" });
  session.adopt(state.app);
  expect(session.get().draft.name).toBe("newer");
  session.adopt({ data: start, etag: '"1"' });
  expect(session.get().draft.name).toBe("newer");
});

test("what was kept is restored, unless the server has it", () => {
  const { session } = server();
  const base = { data: session.get().draft, etag: '"1"' };
  expect(session.restore({ base, draft: base.data })).toBe(false);
  expect(session.restore({ base, draft: { ...base.data, name: "kept" } })).toBe(true);
  expect(session.get().draft.name).toBe("kept");
  expect(session.undo()).toEqual(["name"]);
  expect(session.get().draft.name).toBe("Boats");
});

test("a way back takes back its own change, and ends once another one is the last", () => {
  const { session } = server();
  const gone = vi.fn();
  session.edit({ layoutTemplate: "list" });
  const first = session.wayBack();
  first.until(gone);
  session.edit({ name: "B" }, "name");
  expect(gone).toHaveBeenCalledOnce();
  first.run();
  expect(session.get().draft).toMatchObject({ layoutTemplate: "list", name: "B" });
  const second = session.wayBack();
  second.run();
  expect(session.get().draft.name).toBe("Boats");
  second.run();
  expect(session.get().draft.layoutTemplate).toBe("list");
});

test("unfinished text holds the data back, and knows when it was overtaken", async () => {
  const { session } = server();
  session.leave("{");
  expect(session.get().saving.is).toBe("held");
  expect(session.overtaken()).toBe(false);
  session.edit({ mockData: { items: ["form"] } });
  await pass();
  session.leave("{}");
  expect(session.get()).toMatchObject({ saving: { is: "held" }, unfinished: { text: "{}", over: { items: [] } } });
  expect(session.overtaken()).toBe(true);
  const later = server({ text: "{}", over: { items: ["other"] } }).session;
  expect(later.get().saving.is).toBe("held");
  expect(later.overtaken()).toBe(true);
  session.leave(null);
  expect(session.get().saving.is).toBe("saved");
});

test("what the server has already is saved", async () => {
  const { state, change, session } = server();
  change({ name: "B" }); // a save whose answer was lost
  session.edit({ name: "B" });
  await pass();
  expect(state.sent).toEqual([]);
  expect(session.get().saving.is).toBe("saved");
  expect(state.kept).toBeNull();
});

test("what was kept and somebody else changed since is asked about", async () => {
  const { state, change, session } = server();
  const base = { data: session.get().draft, etag: '"1"' };
  change({ name: "theirs", toolName: "get_ships" });
  session.adopt(state.app, true);
  expect(session.restore({ base, draft: { ...base.data, name: "kept", description: "x" } })).toBe(true);
  expect(session.get()).toMatchObject({
    saving: { is: "conflict" },
    conflict: { conflicts: ["name"] },
    draft: { name: "kept", toolName: "get_ships" },
  });
  await pass();
  expect(state.sent).toEqual([]);
  session.settle({ name: "theirs" });
  await pass();
  expect(state.sent).toEqual([{ description: "x" }]);
  expect(session.get().saving.is).toBe("saved");
});
