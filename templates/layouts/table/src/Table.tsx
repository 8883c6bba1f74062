import { moveOf, useLocale, useToolOutput } from "@chatui/runtime";
import { Actions, Badge, Frame, Head, Link, Nothing, Notice, Skipped, useMore } from "@chatui/runtime/ui";
import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Cell, type Column, readTable, type Table } from "./data.ts";
import { next, type Order, sorted } from "./sort.ts";

/** How many rows are shown at once, and how many more a press on the button brings. */
const page = 25;

export function TableWidget(): VNode {
  return (
    <Frame label="Table" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const locale = useLocale();
  const table = useMemo(() => readTable(output, locale), [output, locale]);
  if (!table.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no rows and columns." />;
  }
  return (
    <>
      <Head title={table.title} subtitle={table.subtitle} />
      {table.rows.length ? (
        <Grid key={output} table={table} />
      ) : (
        <Nothing said={table.empty} text="The table has no rows." />
      )}
      <Skipped count={table.skipped} />
      {table.lost ? (
        <p class="note" dir="auto">
          {table.lost === 1 ? "1 value could not be shown." : `${table.lost} values could not be shown.`}
        </p>
      ) : null}
      <Actions actions={table.actions} />
    </>
  );
}

function Grid({ table }: { table: Table }): VNode {
  const [order, setOrder] = useState<Order | null>(null);
  const rows = useMemo(() => sorted(table.rows, order, table.locale), [table, order]);
  const more = useMore<HTMLTableSectionElement>(rows.length, page, undefined, true, true);
  const region = useRef<HTMLDivElement>(null);
  const wide = useWide(region);
  const name = (table.title || "Table").slice(0, 200);
  const head = order ? table.columns[order.column] : null;
  return (
    <>
      <div
        ref={region}
        class={`region ${wide ? "scrolls" : ""}`}
        {...(wide ? { role: "region", tabIndex: 0, "aria-label": `${name}, scrolls sideways` } : {})}
      >
        <table aria-label={name} class={more.tight ? "tight" : undefined}>
          <thead>
            <tr>
              {table.columns.map((column, i) => (
                <Heading
                  key={i}
                  column={column}
                  direction={order?.column === i ? order.direction : undefined}
                  sort={() => setOrder(next(order, i))}
                />
              ))}
            </tr>
          </thead>
          <tbody ref={more.list}>
            {rows.slice(0, more.shown).map((row, i) => (
              <tr key={i} tabIndex={more.tabIndex(i)}>
                {row.map((cell, j) => (
                  <Value key={j} cell={cell} column={table.columns[j] as Column} first={j === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="visually-hidden" role="status">
        {head && order ? `Sorted by ${head.label}, ${order.direction}.` : ""}
      </p>
      {more.button}
    </>
  );
}

const arrows = {
  ascending: "m7 13 5-6 5 6zM12 7v11",
  descending: "m7 12 5 6 5-6zM12 18V7",
  none: "m8 10 4-5 4 5zM8 14l4 5 4-5z",
};

function Heading({
  column,
  direction,
  sort,
}: {
  column: Column;
  direction: Order["direction"] | undefined;
  sort: () => void;
}): VNode {
  return (
    <th scope="col" class={`of-${column.kind}`} aria-sort={direction}>
      <button type="button" class="sort" onClick={sort}>
        <span class="label" dir="auto">
          {column.label}
        </span>
        <svg class={`arrow ${direction ?? ""}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={arrows[direction ?? "none"]} />
        </svg>
      </button>
    </th>
  );
}

function Value({ cell, column, first }: { cell: Cell; column: Column; first: boolean }): VNode {
  const Tag = first ? "th" : "td";
  return (
    <Tag scope={first ? "row" : undefined} class={`of-${column.kind}`}>
      <div class={`value ${column.long ? "long" : ""} ${moveOf(cell.text) ?? ""}`} dir="auto">
        {cell.href ? (
          <Link href={cell.href} class="to">
            {cell.text}
          </Link>
        ) : cell.badges.length ? (
          cell.badges.map((word, i) => <Badge key={i} text={word} />)
        ) : (
          cell.text || <Blank />
        )}
      </div>
    </Tag>
  );
}

function Blank(): VNode {
  return (
    <>
      <span class="nothing" aria-hidden="true">
        –
      </span>
      <span class="visually-hidden">Empty</span>
    </>
  );
}

/** Whether the table is wider than the region around it. Only then the region scrolls, and takes the focus for the arrow keys. */
function useWide(region: RefObject<HTMLDivElement | null>): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const box = region.current as HTMLDivElement;
    const table = box.firstElementChild as HTMLTableElement;
    const measure = (): void => setWide(table.offsetWidth > box.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, [region]);
  return wide;
}

function Skeleton(): VNode {
  return (
    <div class="bones">
      {[0, 1, 2, 3, 4].map((i) => (
        <div key={i} class="bone-row">
          <div class="bone" />
          <div class="bone" />
          <div class="bone" />
        </div>
      ))}
    </div>
  );
}
