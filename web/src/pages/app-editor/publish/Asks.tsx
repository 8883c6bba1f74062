import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import type { App } from "~/api/apps";
import { tableCalls, tablesQuery } from "~/api/tables";
import { isKind, tableOf, toolsOf } from "~/api/tools";
import { buttonClass } from "~/ui";
import { askOf, asksOf, type Ask } from "./asks";

const most = 4;
/** Rows that examples are made of. */
const read = 50;

/** What an assistant can be asked now, by its forms and the data that there are; each of them can be tried. */
export function Asks({ app }: { app: App }) {
  const tools = toolsOf(app).filter(({ handler }) => isKind(handler, "query"));
  const tables = useQuery({ ...tablesQuery(app.id), enabled: tools.length > 0 });
  const used = (tables.data ?? []).filter(({ name }) => tools.some(({ handler }) => tableOf(handler) === name));
  const asks = useQuery({
    queryKey: ["app", app.id, "tables", "asks", app.updatedAt],
    enabled: used.length > 0,
    queryFn: async (): Promise<Ask[]> => {
      const made = await Promise.all(
        used.map(async (table) => {
          const { items } = await tableCalls(app.id, table.name).rows({ limit: read });
          return tools.flatMap((tool) => (tableOf(tool.handler) === table.name ? asksOf(tool, table, items) : []));
        }),
      );
      return made.flat();
    },
  });
  const all = [...toolsOf(app).flatMap(askOf), ...(asks.data ?? [])].slice(0, most);
  if (!all.length) return null;
  return (
    <section aria-label="What can be asked now" className="grid gap-2">
      <h3 className="font-medium text-sm">An assistant can be asked now</h3>
      <div className="flex flex-wrap gap-2">
        {all.map(({ says, tool, args }) => (
          <Link
            key={says}
            to="/apps/$id/try"
            params={{ id: app.id }}
            search={{ release: "live", tool, args: JSON.stringify(args), run: "1" } as never}
            className={`${buttonClass("plain", "small")} !whitespace-normal text-left font-normal`}
          >
            <MessageCircle size={15} className="shrink-0 text-accent" aria-hidden="true" />
            {says}
          </Link>
        ))}
      </div>
    </section>
  );
}
