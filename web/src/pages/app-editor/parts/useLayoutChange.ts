import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { changeApp, freshApp, type App } from "~/api/apps";
import { api, takeTagged } from "~/api/client";
import { inLayout } from "~/api/inLayout";
import type { Layout } from "~/api/layouts";
import { isProblem, sentence } from "~/api/problem";
import { tablesQuery } from "~/api/tables";
import { isKind, mapOf, tableOf, toolsOf, type ToolDraft } from "~/api/tools";
import { toast } from "~/ui";
import { equal } from "../draft/equal";
import type { Draft } from "../draft/fields";
import type { DraftSession } from "../draft/session";
import { useDraftSession } from "../draft/useDraft";
import { lostOf } from "./lost";

type Data = Draft["mockData"];

/** What data was before layouts were tried on it: a layout that shows less of it loses nothing for the next one. */
interface Origin {
  layout: string | null;
  data: Data;
  /** What other layouts made of it. */
  made: Map<string | null, Data>;
}

const origins = new WeakMap<DraftSession, Origin>();

function originOf(session: DraftSession): Origin {
  const { layoutTemplate: layout, mockData: data } = session.get().draft;
  const known = origins.get(session);
  if (known && equal(layout === known.layout ? known.data : known.made.get(layout), data)) return known;
  const origin = { layout, data, made: new Map<string | null, Data>() };
  origins.set(session, origin);
  return origin;
}

/** Changes the layout of the draft's first tool. The data, and which columns stand where, go along. */
export function useLayoutChange(app: App, layouts: readonly Layout[]) {
  const session = useDraftSession();
  const client = useQueryClient();
  const [refused, setRefused] = useState<{ layout: Layout; why: string } | null>(null);
  const first = toolsOf(app)[0];
  const tables = useQuery({ ...tablesQuery(app.id), enabled: Boolean(tableOf(first?.handler)) });
  const last = useRef(""); // the layout that was asked for last
  const list = (draft: Draft, data: Data) => {
    const name = layouts.find((layout) => layout.name === draft.layoutTemplate)?.list ?? "";
    const all = (data as Record<string, unknown> | null)?.[name];
    return Array.isArray(all) ? all.length : 0;
  };
  const choose = async (next: Layout) => {
    const { draft } = session.get();
    last.current = next.name;
    setRefused(null);
    if (next.name === draft.layoutTemplate) return;
    const current = layouts.find(({ name }) => name === draft.layoutTemplate);
    try {
      if (first && mapOf(first.handler)) return await changeMap(first, next);
      const origin = originOf(session);
      let data = next.name === origin.layout ? origin.data : origin.made.get(next.name);
      if (!current || equal(draft.mockData, current.sample)) data = next.sample;
      if (data === undefined) {
        const made = await inLayout(
          {
            name: "",
            description: "",
            layoutTemplate: origin.layout,
            mockData: origin.data,
            ...(first?.handler && { handler: first.handler }),
          },
          next.name,
          tables.data ?? [],
        );
        data = made.mockData ?? next.sample;
        origin.made.set(next.name, data);
      }
      if (last.current !== next.name) return;
      const before = list(draft, draft.mockData);
      session.edit({ layoutTemplate: next.name, mockData: data });
      const now = next.name === "details" ? 1 : list(session.get().draft, data);
      const from = layouts.find(({ name }) => name === origin.layout);
      const another = data === next.sample; // which shows something else rather than less
      const lost = isKind(first?.handler, "mock") && !another ? lostOf(origin.data, from?.list, data) : [];
      toast({
        title: `Layout: ${next.title}`,
        text: [
          !another && before > now && now > 0 ? `It shows ${now} of the ${before} entries.` : "",
          lost.length ? `Shown nowhere: ${lost.join(", ")}.` : "",
        ]
          .filter(Boolean)
          .join(" "),
        key: "layout",
        undo: session.wayBack(),
      });
    } catch (failure) {
      if (last.current !== next.name) return;
      const why = isProblem(failure) ? failure.field("layoutTemplate") : "";
      if (why) return setRefused({ layout: next, why });
      toast({ tone: "bad", title: "The layout was not changed", text: sentence(failure) });
    }
  };
  /** Where columns stand is a part of what the tool does, which is not the editor's: it is saved at once. */
  const changeMap = async (tool: ToolDraft, next: Layout) => {
    await session.flush();
    const put = async ({ layoutTemplate, mockData, handler }: ToolDraft) =>
      session.adopt(
        await changeApp(client, app.id, async () => {
          const { data, etag } = await freshApp(client, app.id);
          const tools = toolsOf(data).map((now) =>
            now.name === tool.name ? { ...now, layoutTemplate, mockData, handler } : now,
          );
          return takeTagged(
            api.PATCH("/apps/{id}", {
              params: { path: { id: app.id }, header: { "If-Match": etag } },
              body: { tools: tools as never },
            }),
          );
        }),
        true,
      );
    const back = () =>
      put(tool).catch((failure: unknown) =>
        toast({ tone: "bad", title: "The layout was not changed back", text: sentence(failure) }),
      );
    await put(await inLayout(tool, next.name, tables.data ?? []));
    toast({ title: `Layout: ${next.title}`, key: "layout", undo: { run: () => void back() } });
  };
  return { choose, refused, drop: () => setRefused(null) };
}
