import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { tableCalls, titleOf, type Row, type Table } from "~/api/tables";
import { show } from "~/pages/app-data/cells/write";
import { DataTable } from "~/ui";

/** The first rows of those that a call works on; read again after each call. */
export function RowsUnder({ appId, table, again }: { appId: string; table: Table; again: number }) {
  const rows = useQuery({
    queryKey: ["app", appId, "tables", table.name, "first", again],
    queryFn: () => tableCalls(appId, table.name).rows({ limit: 5 }),
    placeholderData: (before) => before,
  });
  if (!rows.data) return null;
  const { items, total } = rows.data;
  const columns = table.columns.filter(({ type }) => type !== "image").slice(0, 4);
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">{titleOf(table)}</h2>
        <Link
          to="/apps/$id/data"
          params={{ id: appId }}
          search={{ table: table.name } as never}
          className="link text-sm target inline-flex items-center"
        >
          {total.toLocaleString("en")} {total === 1 ? "row" : "rows"}
        </Link>
      </div>
      <DataTable
        label={`Rows of ${titleOf(table)}`}
        rows={items}
        id={({ id }) => id}
        columns={columns.map((column) => ({
          key: column.name,
          title: titleOf(column),
          cell: (row: Row) => show(row.values[column.name], column),
        }))}
        empty={<p className="text-sm text-muted">No rows yet.</p>}
      />
    </div>
  );
}
