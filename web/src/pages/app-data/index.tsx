import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { FileInput, KeyRound, Plus, Sheet, Webhook } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApp } from "~/api/apps";
import { useMay } from "~/api/me";
import { useToolsBehind } from "~/api/releases";
import { tablesQuery, titleOf } from "~/api/tables";
import { useAddress } from "~/shell/address";
import { useTitle } from "~/shell/title";
import { useCommands } from "~/shell/palette/commands";
import { Button, buttonClass, EmptyState, ErrorState, Loading, Notice, PageHeader, Segmented, Skeleton } from "~/ui";
import { NewTable } from "./columns/NewTable";
import { TableView } from "./TableView";

const ImportSheet = lazy(() => import("./sheet/ImportSheet"));

/** The tables of an app: what its tools show and keep. Rows are live at once; what tools ask for, with a publish. */
export default function DataPage() {
  const { id } = useParams({ from: "/inside/apps/$id/data" });
  const { data: app } = useApp(id);
  useTitle(`Data of ${app.name}`);
  const { build } = useMay();
  const readOnly = !build || app.origin === "seeded";
  const behind = useToolsBehind(app);
  const tables = useQuery(tablesQuery(id));
  const [wish, choose] = useAddress("table");
  const [making, setMaking] = useState<"table" | "sheet" | null>(null);
  const navigate = useNavigate();
  useCommands(
    build
      ? [
          {
            id: "webhooks",
            title: `Webhooks: ${app.name}`,
            section: "This app",
            keywords: "notify events deliveries",
            run: () => void navigate({ to: "/apps/$id/webhooks", params: { id } }),
          },
          {
            id: "secrets",
            title: `Secrets: ${app.name}`,
            section: "This app",
            keywords: "keys tokens api password",
            run: () => void navigate({ to: "/apps/$id/secrets", params: { id } }),
          },
        ]
      : [],
  );
  const list = tables.data ?? [];
  const table = list.find(({ name }) => name === wish) ?? list[0];
  const make = (
    <>
      <Button icon={<FileInput size={16} aria-hidden="true" />} onClick={() => setMaking("sheet")}>
        From a spreadsheet
      </Button>
      <Button
        look={list.length ? "plain" : "primary"}
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => setMaking("table")}
      >
        New table
      </Button>
    </>
  );
  return (
    <>
      <PageHeader
        title="Data"
        actions={
          <>
            {build && (
              <Link to="/apps/$id/secrets" params={{ id }} className={buttonClass("quiet")}>
                <KeyRound size={16} aria-hidden="true" />
                Secrets
              </Link>
            )}
            {build && (
              <Link to="/apps/$id/webhooks" params={{ id }} className={buttonClass("quiet")}>
                <Webhook size={16} aria-hidden="true" />
                Webhooks
              </Link>
            )}
            {!readOnly && list.length > 0 && make}
          </>
        }
      >
        What tools show and keep. Rows are live at once, without publishing. What tools ask for follows columns and
        choices when you publish.
      </PageHeader>
      {behind && (
        <div className="mb-4">
          <Notice
            tone="warn"
            action={
              build && (
                <Link to="/apps/$id" params={{ id }} className={buttonClass("plain", "small")}>
                  Open the editor to publish
                </Link>
              )
            }
          >
            Live tools still ask by the columns and choices of version {app.liveVersion}. Publish again to bring them up
            to date.
          </Notice>
        </div>
      )}
      {tables.isPending ? (
        <Loading what="Loading the tables">
          <Skeleton className="h-96" />
        </Loading>
      ) : tables.isError ? (
        <ErrorState failure={tables.error} onRetry={() => void tables.refetch()} />
      ) : !table ? (
        <EmptyState icon={<Sheet size={28} />} title="No tables yet" actions={!readOnly && make}>
          A table holds what people may ask for: breads, events, staff, bookings. Paste one from a spreadsheet, or begin
          with an empty one.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {list.length > 1 && (
            <Segmented
              label="Table"
              hideLabel
              value={table.name}
              onChange={choose}
              options={list.map((t) => ({ value: t.name, label: titleOf(t) }))}
              className="overflow-x-auto"
            />
          )}
          <TableView key={table.name} id={id} table={table} readOnly={readOnly} onGone={() => choose("")} />
        </div>
      )}
      {making === "table" && (
        <NewTable id={id} taken={list.map(({ name }) => name)} onMade={choose} onClose={() => setMaking(null)} />
      )}
      {making === "sheet" && (
        <Suspense fallback={null}>
          <ImportSheet id={id} tables={list} onDone={choose} onClose={() => setMaking(null)} />
        </Suspense>
      )}
    </>
  );
}
