import { useMore } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Chart, Write } from "./data.ts";

/** How many rows are shown at once, and how many more a press on the button brings. */
const page = 24;

/** All numbers in words, behind a disclosure. Not built before it is opened: five hundred rows cost time. */
export function Table({ chart, write }: { chart: Chart; write: Write }): VNode {
  const [open, setOpen] = useState(false);
  return (
    <details class="data" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="summary">Data table</summary>
      {open ? <Rows chart={chart} write={write} /> : null}
    </details>
  );
}

function Rows({ chart, write }: { chart: Chart; write: Write }): VNode {
  const { list, shown, tabIndex, button } = useMore<HTMLTableSectionElement>(chart.labels.length, page);
  // Roles are told because rows that stand as blocks on a narrow page lose their own.
  return (
    <>
      <table role="table" class={chart.series.length > 2 ? "table tall" : "table"}>
        <caption class="visually-hidden">{(chart.title || "The numbers of the chart").slice(0, 120)}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" dir="auto">
              {chart.xTitle || "Label"}
            </th>
            {chart.series.map((s, i) => (
              <th key={i} role="columnheader" scope="col" class="number" dir="auto">
                {s.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={list} role="rowgroup">
          {chart.labels.slice(0, shown).map((label, i) => (
            <tr key={i} role="row" tabIndex={tabIndex(i)}>
              <th role="rowheader" scope="row" dir="auto">
                {label}
              </th>
              {chart.series.map((s, n) => (
                <td key={n} role="cell" class="number">
                  <span class="cell-name" aria-hidden="true" dir="auto">
                    {s.name}
                  </span>
                  {s.values[i] == null ? "–" : write(s.values[i])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {button}
    </>
  );
}
