import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { freshApp, type App } from "~/api/apps";
import { api, take, takeTagged, type Schemas } from "~/api/client";
import { useOnce } from "~/api/once";
import { createTable, tableCalls, tablesQuery } from "~/api/tables";
import { tableOf, toolsOf } from "~/api/tools";
import { draftOf, type NewApp } from "~/create/draft";
import { sentence } from "~/api/problem";
import { toast } from "~/ui";
import { useDraftSession } from "../draft/useDraft";
import { stepsOf, tableSteps, toolsProposed, type Seen, type Step } from "./proposal";

/** Rows of each table that are shown to who changes the draft. */
const mostRows = 30;

/** What came of a sentence: what would change, or a question. */
export interface Proposed {
  prompt: string;
  app: App;
  made: NewApp;
  steps: readonly Step[];
  tables: ReturnType<typeof tableSteps>;
}

/** Changes the draft by sentences; nothing is changed before somebody has seen what. */
export function useRefine(id: string) {
  const session = useDraftSession();
  const client = useQueryClient();
  const [proposed, setProposed] = useState<Proposed | null>(null);
  const read = async (): Promise<Seen[]> => {
    const tables = await client.fetchQuery(tablesQuery(id));
    return Promise.all(
      tables.map(async (table) => {
        const { items, total } = await tableCalls(id, table.name).rows({ limit: mostRows });
        return { table: { ...table, rows: total }, rows: items.map(({ values }) => values) };
      }),
    );
  };
  const say = useOnce({
    mutationFn: async (prompt: string): Promise<Proposed> => {
      await session.flush();
      const [{ data: app }, seen] = await Promise.all([freshApp(client, id), read()]);
      const tables = seen.map(({ table: { name, title, columns, ownedRows }, rows }) => ({
        name,
        title,
        columns,
        ownedRows,
        rows,
      }));
      const draft = draftOf({ ...app, tables });
      const made = draftOf(await take(api.POST("/apps/generate", { body: { prompt, draft: draft as never } })));
      return { prompt, app, made, steps: stepsOf(app, made), tables: tableSteps(seen, made) };
    },
    onSuccess: setProposed,
  });
  const apply = useOnce({
    mutationFn: async ({
      proposal: { app, made, tables },
      fields,
    }: {
      proposal: Proposed;
      fields: readonly Step["field"][];
    }) => {
      const put = async (body: Record<string, unknown>) =>
        session.adopt(
          await takeTagged(api.PATCH("/apps/{id}", { params: { path: { id } }, body: body as Schemas["DraftFields"] })),
          true,
        );
      const values: Record<Step["field"], unknown> = {
        name: made.name,
        description: made.description ?? null,
        instructions: made.instructions ?? null,
        systemPrompt: made.systemPrompt ?? null,
        themeVariables: made.themeVariables ?? null,
        tools: toolsProposed(app, made),
        access: made.access ?? app.access,
      };
      const changed = (of: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, of[field]]));
      // Columns come before the tools that use them, and go after those that did.
      const touched = fields.includes("tools") || !toolsOf(app).some(({ handler }) => tableOf(handler)) ? tables : [];
      for (const { name, title, made: fresh, columns, rows } of touched) {
        const calls = tableCalls(id, name);
        if (fresh) await createTable(id, { name, title, columns });
        else {
          const before = (await client.fetchQuery(tablesQuery(id))).find((table) => table.name === name)?.columns ?? [];
          const leaving = before.filter((old) => !columns.some((column) => column.name === old.name));
          await calls.change({ columns: [...columns, ...leaving] });
        }
        if (rows.length) await calls.create(rows);
      }
      // Rows that are sent count as the author's own, unless it is said that these were invented.
      const data = fields.includes("tools") || touched.some(({ rows }) => rows.length > 0);
      if (fields.length || data)
        await put({ ...changed(values), ...(data && { exampleData: made.exampleData ?? false }) });
      for (const { name, columns, removed } of touched)
        if (removed.length)
          await tableCalls(id, name)
            .change({ columns })
            .catch((failure: unknown) =>
              toast({ tone: "bad", title: `${removed.join(", ")} stays in the table`, text: sentence(failure) }),
            );
      void client.invalidateQueries({ queryKey: ["app", id, "tables"] });
      const before = { ...app, tools: toolsOf(app) } as Record<string, unknown>;
      return () => put({ ...changed(before), ...(data && { exampleData: app.exampleData }) });
    },
    onSuccess: (back, { fields }) => {
      setProposed(null);
      toast({
        key: "refine",
        title: "The draft is changed",
        ...(fields.length && { undo: { run: () => void back() } }),
      });
    },
  });
  return { say, apply, proposed, drop: () => setProposed(null) };
}
