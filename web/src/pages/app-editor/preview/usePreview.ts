import { useCallback, useEffect, useRef, useState } from "react";
import type { App } from "~/api/apps";
import { useMe } from "~/api/me";
import { sentence } from "~/api/problem";
import { reachable } from "~/api/server";
import type { Layout } from "~/api/layouts";
import { useDraftSession, useDraftState, useField } from "../draft/useDraft";
import { isObject } from "../data/schema";
import { useSettled } from "~/data/useSettled";
import { fitsAddress, hostsIn, previewAddress, sound } from "./address";
import type { Result, Surroundings } from "./bridge";
import { Stage, type HostKind, type StageEvents } from "./stage";
import { refusal, tryDraft } from "./tryDraft";
import { useRows } from "./useRows";

interface Wishes {
  app: App;
  layouts: readonly Layout[];
  readOnly: boolean;
  host: HostKind;
  surroundings: Surroundings;
  /** The tool's result is still on its way. */
  waiting: boolean;
  on: Pick<StageEvents, "message" | "open" | "display">;
}

/** Keeps a stage in step with the draft. Data goes to the widget at once; layout and theme make a new document. */
export function usePreview({ app, layouts, readOnly, host, surroundings, waiting, on }: Wishes) {
  const session = useDraftSession();
  const workspace = useMe().workspace?.id ?? "";
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const [height, setHeight] = useState(0);
  const [again, setAgain] = useState(0);
  const stage = useRef<Stage | null>(null);
  const latest = useRef({ on, surroundings, waiting, readOnly });
  latest.current = { on, surroundings, waiting, readOnly };
  const seeded = app.origin === "seeded";

  const place = useCallback(
    (node: HTMLDivElement | null) => {
      stage.current?.close();
      stage.current =
        node &&
        new Stage(node, latest.current.surroundings, {
          state: setState,
          height: setHeight,
          message: (text) => latest.current.on.message(text),
          open: (href) => latest.current.on.open(href),
          display: (mode) => latest.current.on.display(mode),
          callTool: async (tool, args) => {
            if (latest.current.readOnly)
              return refusal("Calling tools from the preview is for people who may edit this app.");
            await session.flush();
            try {
              return await tryDraft(app.id, tool, args);
            } catch (failure) {
              return refusal(sentence(failure));
            }
          },
        });
    },
    [session, app.id],
  );

  const { pending, result: rows, note, misfit } = useRows(app, readOnly);
  // Straight from the draft to the widget, past React: this is what one sees while typing. Where a tool answers rows, those.
  useEffect(() => {
    let told: unknown = {};
    const tell = () => {
      const { mockData, responseText } = session.get().draft;
      const next = latest.current.waiting || seeded || pending ? undefined : (rows ?? mockData);
      if (next === told) return;
      told = next;
      stage.current?.result(next === undefined ? undefined : (rows ?? resultOf(next, responseText)));
    };
    tell();
    return session.subscribe(tell);
  }, [session, waiting, seeded, pending, rows]);

  const { theme, locale, displayMode, width, maxHeight } = surroundings;
  useEffect(
    () => stage.current?.surround({ theme, locale, displayMode, width, maxHeight }),
    [theme, locale, displayMode, width, maxHeight],
  );

  const layout = useField("layoutTemplate");
  const themeVariables = useSettled(useField("themeVariables"), 80);
  const url = useDocument(
    app,
    workspace,
    host,
    seeded || layout === null || !layouts.some(({ name }) => name === layout)
      ? {}
      : { layout, theme: sound(themeVariables) },
  );
  useEffect(() => {
    void stage.current?.show({ host, url, title: "The widget" });
  }, [host, url, again]);

  useEffect(() => {
    if (state !== "failed") return;
    return reachable.subscribe(() => {
      if (reachable.get()) setAgain((n) => n + 1);
    });
  }, [state]);

  return { place, state, height, note, misfit, reload: () => setAgain((n) => n + 1) };
}

/** The document's address. It names the data only for the sake of the pictures' hosts, which its policy must know. */
function useDocument(
  app: App,
  workspace: string,
  host: HostKind,
  unsaved: { layout?: string; theme?: App["themeVariables"] },
): string {
  const session = useDraftSession();
  const hosts = useSettled(
    useDraftState((s) => hostsOnce(s.draft.mockData)),
    400,
  );
  const saved = useDraftState((s) => s.saving.is === "saved");
  const known = useRef("");
  const data = session.get().draft.mockData;
  const small = fitsOnce(data);
  if (small || saved) known.current = hosts; // too long for an address: the document is made of what is saved
  const { layout, theme } = unsaved;
  const key = JSON.stringify([app.id, workspace, host, layout, theme, known.current]);
  const [made, setMade] = useState<{ key: string; url: string } | null>(null);
  if (made?.key === key) return made.url;
  const url = previewAddress(app.id, workspace, host, {
    layout,
    theme,
    ...(layout && small && known.current ? { data } : {}),
  });
  setMade({ key, url });
  return url;
}

const once = <T>(compute: (value: object) => T, none: T) => {
  const known = new WeakMap<object, { value: T }>();
  return (value: unknown): T => {
    if (typeof value !== "object" || value === null) return none;
    let entry = known.get(value);
    if (!entry) known.set(value, (entry = { value: compute(value) }));
    return entry.value;
  };
};
const hostsOnce = once(hostsIn, "");
const fitsOnce = once(fitsAddress, true);

const resultOf = (data: unknown, text: string): Result =>
  isObject(data)
    ? { structuredContent: data, content: [{ type: "text", text: text || "…" }] }
    : refusal("The data must be an object.");
