import { formatDate, formatValue, useLocale, useToolOutput } from "@chatui/runtime";
import {
  Actions,
  Badge,
  Frame,
  Head,
  Icon,
  Nothing,
  Notice,
  Paged,
  Skipped,
  TitleLink,
  useRoom,
} from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type Direction, type Entry, moodOf, readDashboard, sparkline, type Stat } from "./data.ts";

/** How many figures, a few where little room is left for entries, and entries are shown at once, and how many more a press on the button brings. */
const pages = { stats: 12, few: 4, entries: 6 };

export function DashboardWidget(): VNode {
  return (
    <Frame label="Dashboard" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const data = useMemo(() => readDashboard(output), [output]);
  const room = useRoom();
  if (!data.readable && output !== null) {
    return (
      <Notice kind="error" title="This result cannot be shown" text="It holds neither figures nor recent entries." />
    );
  }
  const { stats, entries } = data;
  const Heading = data.title ? "h3" : "h2";
  return (
    <>
      <Head title={data.title} subtitle={data.subtitle} />
      {stats.length || entries.length ? null : (
        <Nothing said={data.empty} text="There are no figures for this request." />
      )}
      {stats.length ? (
        <Paged
          key={stats}
          entries={stats}
          page={room !== null && entries.length ? pages.few : pages.stats}
          class={`stats ${stats.length === 4 ? "four" : ""}`}
          itemClass="stat"
          fold={!entries.length}
          item={(stat) => <Figure stat={stat} />}
        />
      ) : null}
      {entries.length ? (
        <section class="recent" aria-label={data.entriesTitle.slice(0, 120)}>
          <Heading class="section" dir="auto">
            {data.entriesTitle}
          </Heading>
          <Paged
            key={entries}
            entries={entries}
            page={pages.entries}
            class="entries"
            itemClass="entry"
            item={(entry) => <Row entry={entry} />}
          />
        </section>
      ) : null}
      <Skipped count={data.skipped} />
      <Actions actions={data.actions} />
    </>
  );
}

const arrows: Record<Direction, string> = {
  up: "M12 19V5m-6 6 6-6 6 6",
  down: "M12 5v14m6-6-6 6-6-6",
  flat: "M5 12h14",
};
const words: Record<Direction, string> = { up: "Up:", down: "Down:", flat: "Unchanged:" };

function Figure({ stat }: { stat: Stat }): VNode {
  const locale = useLocale();
  const { direction } = stat;
  const value = formatValue(stat.value, locale);
  return (
    <>
      <p class="label" dir="auto">
        {stat.label}
      </p>
      <p class="value" dir="auto" style={{ "--signs": value.length }}>
        {value}
      </p>
      {stat.change ? (
        <p class={`change ${direction ?? ""} ${moodOf(stat) ?? ""}`}>
          {direction ? <Icon path={arrows[direction]} /> : null}
          {direction ? <span class="visually-hidden">{words[direction]} </span> : null}
          <span dir="auto">{stat.change}</span>
        </p>
      ) : null}
      {stat.note ? (
        <p class="aside" dir="auto">
          {stat.note}
        </p>
      ) : null}
      {stat.history.length ? (
        <svg class="spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <polyline points={sparkline(stat.history)} />
        </svg>
      ) : null}
    </>
  );
}

function Row({ entry }: { entry: Entry }): VNode {
  const locale = useLocale();
  return (
    <>
      <div class="words">
        <p class="name" dir="auto">
          <TitleLink href={entry.url}>{entry.title}</TitleLink>
        </p>
        {entry.detail ? (
          <p class="aside" dir="auto">
            {entry.detail}
          </p>
        ) : null}
      </div>
      {entry.badge || entry.time ? (
        <div class="end">
          <Badge text={entry.badge} />
          {entry.time ? (
            <p class="aside time" dir="auto">
              {formatDate(entry.time, locale) || entry.time}
            </p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function Skeleton(): VNode {
  return (
    <ul class="stats four">
      {[0, 1, 2, 3].map((i) => (
        <li key={i} class="stat">
          <div class="bone bone-label" />
          <div class="bone bone-value" />
        </li>
      ))}
    </ul>
  );
}
