import { useQuery, useQueryClient } from "@tanstack/react-query";
import { changeApp, freshApp, type App } from "~/api/apps";
import { api, takeTagged } from "~/api/client";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { createTable, tableCalls, tablesQuery } from "~/api/tables";
import { toolsOf } from "~/api/tools";
import { keeping } from "~/create/fromSample";
import { Offer, toast } from "~/ui";
import { useDraftSession } from "../draft/useDraft";

/** Says that the form of the first tool calls a tool that the app does not have, and makes it, with a table for what is sent. */
export default function Unkept({ app, readOnly }: { app: App; readOnly: boolean }) {
  const session = useDraftSession();
  const client = useQueryClient();
  const tools = toolsOf(app);
  const tables = useQuery(tablesQuery(app.id));
  const taken = tables.data?.map(({ name }) => name);
  const kept = keeping(app.mockData, taken);
  const failed = (text: string) => toast({ tone: "bad", title: "What is sent is still not kept", text });
  const keep = useOnce({
    mutationFn: async () => {
      if (!(await session.flush())) return void failed("Not everything that was changed is saved yet.");
      const put = async () => {
        const before = await freshApp(client, app.id);
        const made = keeping(before.data.mockData, taken); // the tool's own are null where they are the layout's sample
        if (!made) return before; // meanwhile it is no form
        await createTable(app.id, made.table);
        try {
          const { data, etag } = await freshApp(client, app.id);
          const [first, ...rest] = toolsOf(data);
          const changed = [{ ...first, mockData: keeping(data.mockData)?.data ?? data.mockData }, ...rest, made.tool];
          return await takeTagged(
            api.PATCH("/apps/{id}", {
              params: { path: { id: app.id }, header: { "If-Match": etag } },
              body: { tools: changed, exampleData: data.exampleData } as never,
            }),
          );
        } catch (failure) {
          // A table that no tool fills is of no use. Without an answer nobody knows whether one fills it.
          if (isProblem(failure))
            await tableCalls(app.id, made.table.name)
              .remove()
              .catch(() => null);
          throw failure;
        } finally {
          await client.invalidateQueries({ queryKey: tablesQuery(app.id).queryKey });
        }
      };
      session.adopt(await changeApp(client, app.id, put), true);
    },
    onError: (failure) => failed(sentence(failure)),
  });
  if (!kept || !tables.data || tools.some(({ name }) => name === kept.tool.name)) return null;
  return (
    <div className="mb-5">
      <Offer does="Keep it in a table" onTake={readOnly ? undefined : () => keep.mutate()}>
        What people send is kept nowhere: the form calls {kept.tool.name}, which this app does not have.
      </Offer>
    </div>
  );
}
