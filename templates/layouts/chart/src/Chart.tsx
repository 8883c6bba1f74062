import { formatNumber, useLocale, useToolOutput } from "@chatui/runtime";
import { Actions, Frame, Head, Nothing, Notice } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { Axes } from "./Axes.tsx";
import { type Chart, readChart, type Write } from "./data.ts";
import { sizes } from "./sizes.ts";
import { Donut } from "./Donut.tsx";
import { writeLabels } from "./labels.ts";
import { Table } from "./Table.tsx";

export function ChartWidget(): VNode {
  return (
    <Frame label="Chart" skeleton={<div class="bone bone-plot" />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const locale = useLocale();
  const chart = useMemo(() => {
    const read = readChart(output);
    return { ...read, labels: writeLabels(read.labels, locale) };
  }, [output, locale]);
  const write = useWrite(chart);
  if (!chart.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no series of numbers." />;
  }
  const drawn = chart.series.length > 0;
  return (
    <>
      <Head title={chart.title} subtitle={chart.subtitle} />
      {!drawn ? <Nothing said={chart.empty} text="There are no numbers for this request." /> : null}
      {drawn ? (
        chart.kind === "donut" ? (
          <Donut key={chart} chart={chart} write={write} />
        ) : (
          <Axes key={chart} chart={chart} write={write} />
        )
      ) : null}
      {drawn ? <Table key={chart} chart={chart} write={write} /> : null}
      {chart.missing.length ? (
        <p class="note" dir="auto">
          {chart.missing.join(" ")}
        </p>
      ) : null}
      <Actions actions={chart.actions} />
    </>
  );
}

/** Numbers in the reader's language with the chart's currency or unit. */
function useWrite({ currency, unit }: Chart): Write {
  const locale = useLocale();
  return useMemo(() => {
    const money: Intl.NumberFormatOptions = currency
      ? { style: "currency", currency, currencyDisplay: "narrowSymbol" }
      : {};
    const suffix = currency || !unit ? "" : /^[%°]/.test(unit) ? unit : `\u00a0${unit}`;
    return (value, brief = false) => {
      const size = sizes(Math.abs(value), brief, Boolean(currency));
      return formatNumber(value, locale, { ...money, ...size }) + (brief && suffix.length > 3 ? "" : suffix);
    };
  }, [locale, currency, unit]);
}
