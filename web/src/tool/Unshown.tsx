import { useQuery } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { checkQuery } from "~/api/check";
import type { Layout } from "~/api/layouts";
import { tablesQuery, titleOf } from "~/api/tables";
import { tableOf, toolsOf } from "~/api/tools";
import { Notice } from "~/ui";

interface Props {
  app: App;
  layouts: readonly Layout[];
  /** Which tool's widget; the first. */
  tool?: number;
}

/** Names the columns of its table that the widget of a tool shows nowhere. */
export default function Unshown({ app, layouts, tool: at = 0 }: Props) {
  const tool = toolsOf(app)[at];
  const check = useQuery(checkQuery(app));
  const tables = useQuery(tablesQuery(app.id));
  const hidden = check.data?.shows?.find((shows) => shows.tool === tool?.name)?.hidden ?? [];
  const layout = layouts.find(({ name }) => name === tool?.layoutTemplate);
  const columns = tables.data?.find(({ name }) => name === tableOf(tool?.handler))?.columns ?? [];
  if (!layout || !hidden.length) return null;
  return (
    <Notice tone="warn">
      Shown nowhere in {layout.title}:{" "}
      {hidden.map((name) => titleOf(columns.find((column) => column.name === name) ?? { name })).join(", ")}.
    </Notice>
  );
}
