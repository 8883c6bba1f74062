import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import type { SortColumn } from "react-data-grid";
import { tableCalls, tablesQuery, titleOf, type Column, type Table } from "~/api/tables";
import { sentence } from "~/api/problem";
import { useAddress } from "~/shell/address";
import { useSettled } from "~/data/useSettled";
import { ConfirmDialog, EmptyState, ErrorState, Loading, Skeleton, toast } from "~/ui";
import { ColumnDialog } from "./columns/ColumnDialog";
import { followed } from "./columns/followed";
import { addressOf, readFilters, written } from "./filters";
import { FilterBar } from "./FilterBar";
import type { GridActions } from "./grid/actions";
import { GridView } from "./grid/GridView";
import { RowDialog } from "./rows/RowDialog";
import { cellKey } from "./rows/line";
import { wanting } from "./rows/faults";
import { mayRenew } from "./rows/fresh";
import { Leaving } from "./rows/Leaving";
import { useRows } from "./rows/useRows";
import { Standing } from "./Standing";
import { Toolbar } from "./Toolbar";

const ImportSheet = lazy(() => import("./sheet/ImportSheet"));

interface Props {
  id: string;
  table: Table;
  readOnly: boolean;
  onGone(): void;
}

type Asked =
  | { is: "column"; column: Column | null }
  | { is: "row"; key: string }
  | { is: "delete column"; column: Column }
  | { is: "delete table" | "import" };

/** One table: its rows in a grid, and everything that can be done with them. */
export function TableView({ id, table, readOnly, onGone }: Props) {
  const client = useQueryClient();
  const [search, setSearch] = useAddress("q");
  const [typed, setTyped] = useState(search);
  const q = useSettled(typed.trim(), 250);
  const [filterText, setFilters] = useAddress("filter");
  const [sort, setSort] = useAddress("sort");
  const filters = useMemo(() => readFilters(filterText, table.columns), [filterText, table.columns]);
  const [again, setAgain] = useState(0);
  const asking = filters.filter(({ value }) => value.trim()).map(written);
  const query = { ...(q && { q }), ...(asking.length && { filter: asking }), ...(sort && { sort }) };
  const [session, state] = useRows(id, table, query, again);
  const [ticked, setChosen] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => {
    const here = new Set(ticked.size ? state.lines.map(({ key }) => key) : []);
    return new Set([...ticked].filter((key) => here.has(key)));
  }, [ticked, state.lines]);
  const place = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [cell, setCell] = useState({ line: "", column: "" });
  const calls = useMemo(() => tableCalls(id, table.name), [id, table.name]);
  const reread = () => {
    setChosen(new Set());
    setAgain((n) => n + 1);
    void client.invalidateQueries({ queryKey: ["app", id, "tables"] });
  };
  const reshape = async (columns: Column[]) => {
    const next = await calls.change({ columns });
    client.setQueryData(tablesQuery(id).queryKey, (all) => all?.map((t) => (t.name === next.name ? next : t)));
    void client.invalidateQueries({ queryKey: ["app", id, "tables"] });
    setAgain((n) => n + 1);
    await followed(client, id, table, next.columns);
  };

  const actions = useMemo<GridActions>(
    () => ({
      openRow: (key) => setAsked({ is: "row", key }),
      editColumn: (column) => setAsked({ is: "column", column }),
      removeColumn: (column) => setAsked({ is: "delete column", column }),
      moveColumn: (name, to) => {
        const columns = [...table.columns];
        const [moved] = columns.splice(
          columns.findIndex((c) => c.name === name),
          1,
        );
        if (moved && to >= 0) columns.splice(to, 0, moved);
        reshape(columns).catch((failure: unknown) =>
          toast({ tone: "bad", title: "The column stays where it was", text: sentence(failure) }),
        );
      },
      sort: (columns) =>
        setSort(columns.map(({ columnKey, direction }) => (direction === "DESC" ? "-" : "") + columnKey).join()),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reshape is about the same table
    [table.columns, setSort, id],
  );
  const sorted = useMemo<SortColumn[]>(
    () =>
      sort
        .split(",")
        .filter(Boolean)
        .map((s) => ({ columnKey: s.replace(/^-/, ""), direction: s.startsWith("-") ? "DESC" : "ASC" })),
    [sort],
  );
  const line = state.lines.find(({ key }) => key === cell.line);
  const fault = state.faults.get(cellKey(cell.line, cell.column));
  const column = table.columns.find(({ name }) => name === cell.column);
  const opened = asked?.is === "row" ? state.lines.find(({ key }) => key === asked.key) : undefined;
  const looking = Boolean(q || asking.length);

  return (
    <section ref={place} aria-label={titleOf(table)} className="grid grid-cols-1 gap-3">
      <Toolbar
        table={table}
        readOnly={readOnly}
        typed={typed}
        onType={(text) => {
          setTyped(text);
          setSearch(text.trim());
        }}
        session={session}
        state={state}
        chosen={chosen}
        calls={calls}
        onAdd={() => {
          const [key] = session.add([presets(table, filters)]);
          if (key) setAsked({ is: "row", key });
        }}
        onRemove={() => {
          const keys = [...chosen];
          setChosen(new Set());
          place.current?.querySelector<HTMLElement>("[role=columnheader] input")?.focus({ preventScroll: true }); // the button goes
          const title = keys.length === 1 ? "The row was deleted" : `${keys.length} rows were deleted`;
          session.remove(keys).then(
            () => toast({ title, key: "rows", undo: { run: () => void session.undo() } }),
            (failure: unknown) =>
              toast({ tone: "bad", title: "Not all rows could be deleted", text: sentence(failure) }),
          );
        }}
        onImport={() => setAsked({ is: "import" })}
        onDelete={() => setAsked({ is: "delete table" })}
        onReread={reread}
        onRefresh={() => {
          session.renew(mayRenew).catch((failure: unknown) =>
            toast({
              tone: "bad",
              key: "refresh",
              title: "The rows could not be read again",
              text: sentence(failure),
            }),
          );
          void client.invalidateQueries({ queryKey: ["app", id, "tables"] });
        }}
      />
      <FilterBar table={table} filters={filters} onChange={(next) => setFilters(addressOf(next))} />
      {state.loading && !state.lines.length ? (
        <Loading what="Loading the rows">
          <Skeleton className="h-80" />
        </Loading>
      ) : state.failure && !state.lines.length ? (
        <ErrorState failure={state.failure} onRetry={() => void session.want(1)} />
      ) : (
        <>
          <GridView
            {...{ table, session, state, sorted, chosen, readOnly, actions }}
            onChoose={setChosen}
            onCell={(of, name) => setCell({ line: of, column: name })}
          />
          {!state.lines.length && (
            <EmptyState title={looking ? "Nothing fits" : "No rows yet"}>
              {looking
                ? "Search for something else, or take a filter away."
                : readOnly
                  ? "Rows that people send show up here."
                  : "Add a row, or paste cells from a spreadsheet."}
            </EmptyState>
          )}
        </>
      )}
      <Standing
        state={state}
        session={session}
        said={
          fault && column
            ? `${titleOf(column)}: ${fault.message}`
            : line && !line.id && Object.keys(line.values).length > 0 && wanting(line.values, table.columns).length > 0
              ? `Not saved yet: it needs ${wanting(line.values, table.columns).map(titleOf).join(", ")}.`
              : ""
        }
      />
      <Leaving session={session} />
      {asked?.is === "column" && (
        <ColumnDialog id={id} table={table} column={asked.column} onChange={reshape} onClose={() => setAsked(null)} />
      )}
      {opened && <RowDialog {...{ table, session, state, readOnly }} line={opened} onClose={() => setAsked(null)} />}
      {asked?.is === "delete column" && (
        <ConfirmDialog
          title={`Delete the column ${titleOf(asked.column)}?`}
          verb="Delete the column"
          onClose={() => setAsked(null)}
          onConfirm={() => reshape(table.columns.filter(({ name }) => name !== asked.column.name))}
        >
          <p>What stands in it is lost in every row.</p>
        </ConfirmDialog>
      )}
      {asked?.is === "delete table" && (
        <ConfirmDialog
          title={`Delete ${titleOf(table)}?`}
          verb="Delete the table"
          {...(table.rows > 0 && { typed: titleOf(table) })}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await calls.remove();
            await client.invalidateQueries({ queryKey: ["app", id, "tables"] });
            onGone();
          }}
        >
          <p>{table.rows.toLocaleString("en")} rows are deleted with it. This cannot be taken back.</p>
        </ConfirmDialog>
      )}
      {asked?.is === "import" && (
        <Suspense fallback={null}>
          <ImportSheet id={id} tables={[table]} into={table} onDone={reread} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** A new row fits what is looked at: with status=new filtered, it is new. */
const presets = (table: Table, filters: ReturnType<typeof readFilters>): Record<string, unknown> =>
  Object.fromEntries(
    filters
      .filter(({ op, column }) => op === "=" && table.columns.find(({ name }) => name === column)?.type === "enum")
      .map(({ column, value }) => [column, value]),
  );
