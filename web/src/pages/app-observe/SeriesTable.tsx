import { useState } from "react";
import { DataTable, type Column } from "~/ui";
import { exactly } from "~/time/ago";
import { bytes, ms, type Stats } from "./calls";

type Bucket = Stats["series"][number];

const columns: Column<Bucket>[] = [
  { key: "at", title: "From", cell: ({ at }) => <time dateTime={at}>{exactly(at)}</time> },
  { key: "calls", title: "Calls", numeric: true, cell: ({ calls }) => calls.toLocaleString("en") },
  { key: "errors", title: "Errors", numeric: true, cell: ({ errors }) => errors.toLocaleString("en") },
  { key: "p50", title: "Half within", numeric: true, cell: ({ p50Ms }) => ms(p50Ms) },
  { key: "p95", title: "95 of 100 within", numeric: true, cell: ({ p95Ms }) => ms(p95Ms) },
  { key: "bytes", title: "Sent", numeric: true, cell: (bucket) => bytes(bucket.bytes) },
];

/** What the charts show, in figures; times without calls are left out. */
export function SeriesTable({ stats }: { stats: Stats }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary className="target inline-flex items-center text-sm text-accent rounded-control">
        The charts as a table
      </summary>
      {open && (
        <div className="pt-2">
          <DataTable
            label="Calls over time"
            columns={columns}
            rows={stats.series.filter(({ calls }) => calls > 0).reverse()}
            id={({ at }) => at}
          />
        </div>
      )}
    </details>
  );
}
