import { useQuery, useQueryClient } from "@tanstack/react-query";
import { appQuery, changeApp, type App } from "~/api/apps";
import { api, takeTagged } from "~/api/client";
import { useOnce } from "~/api/once";
import { sentence } from "~/api/problem";
import { createTable, tablesQuery } from "~/api/tables";
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
  const kept = keeping(
    app.mockData,
    tables.data?.map(({ name }) => name),
  );
  const keep = useOnce({
    mutationFn: async ({ data: form, table, tool }: NonNullable<typeof kept>) => {
      await session.flush();
      await createTable(app.id, table);
      await client.invalidateQueries({ queryKey: tablesQuery(app.id).queryKey });
      const put = async () => {
        const { data, etag } = await client.fetchQuery({ ...appQuery(app.id), staleTime: 0 });
        const [first, ...rest] = toolsOf(data);
        const tools = [{ ...first, mockData: form }, ...rest, tool];
        return takeTagged(
          api.PATCH("/apps/{id}", {
            params: { path: { id: app.id }, header: { "If-Match": etag } },
            body: { tools, exampleData: data.exampleData } as never,
          }),
        );
      };
      session.adopt(await changeApp(client, app.id, put), true);
    },
    onError: (failure) => toast({ tone: "bad", title: "What is sent is still not kept", text: sentence(failure) }),
  });
  if (!kept || !tables.data || tools.some(({ name }) => name === kept.tool.name)) return null;
  return (
    <Offer does="Keep it in a table" onTake={readOnly ? undefined : () => keep.mutate(kept)}>
      What people send is kept nowhere: the form calls {kept.tool.name}, which this app does not have.
    </Offer>
  );
}
