import { formatValue, moveOf, useLocale, useToolOutput } from "@chatui/runtime";
import {
  Actions,
  Badge,
  Frame,
  Head,
  Nothing,
  Notice,
  Picture,
  Skipped,
  TitleLink,
  useLines,
  useMore,
} from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type List, readList, type Row } from "./data.ts";

/** How many rows are shown at once, and how many more a press on the button brings. */
const page = 20;

export function ListWidget(): VNode {
  return (
    <Frame label="List" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const list = useMemo(() => readList(output), [output]);
  if (!list.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no list of items." />;
  }
  return (
    <>
      <Head title={list.title} subtitle={list.subtitle} />
      {list.rows.length ? (
        <Rows key={list} list={list} />
      ) : (
        <Nothing said={list.empty} text="There are no entries for this request." />
      )}
      <Skipped count={list.skipped} />
      <Actions actions={list.actions} />
    </>
  );
}

function Rows({ list }: { list: List }): VNode {
  const { rows, ordered } = list;
  const more = useMore<HTMLOListElement & HTMLUListElement>(rows.length, page);
  const pictures = rows.some((row) => row.image);
  const Tag = ordered ? "ol" : "ul";
  return (
    <>
      <Tag ref={more.list} class="rows">
        {rows.slice(0, more.shown).map((row, i) => (
          <li key={i} class="row" tabIndex={more.tabIndex(i)}>
            {ordered ? <Rank place={i + 1} of={rows.length} /> : null}
            {pictures ? <Picture src={row.image} alt={row.imageAlt} /> : null}
            <Body row={row} level={list.title ? 3 : 2} tight={more.tight} />
          </li>
        ))}
      </Tag>
      {more.button}
    </>
  );
}

/** The place of a row, as wide as that of the last one. */
function Rank({ place, of }: { place: number; of: number }): VNode {
  return (
    <span class="rank" aria-hidden="true" style={{ minWidth: `${String(of).length}ch` }}>
      {formatValue(place, useLocale())}
    </span>
  );
}

function Body({ row, level, tight }: { row: Row; level: 2 | 3; tight: boolean }): VNode {
  const Heading = level === 2 ? "h2" : "h3";
  const value = formatValue(row.value, useLocale(), row.currency);
  const { compact, view } = useLines({ lines: row.lines, about: row.title, text: row.description, tight });
  return (
    <div class={compact ? "body compact" : "body"}>
      <div class="words">
        <Heading class="name" dir="auto">
          <TitleLink href={row.url}>{row.title}</TitleLink>
        </Heading>
        {row.subtitle ? (
          <p class="sub" dir="auto">
            {row.subtitle}
          </p>
        ) : null}
        {row.description ? (
          <p class="text" dir="auto">
            {row.description}
          </p>
        ) : null}
        {view}
      </div>
      {value || row.badge ? (
        <div class="side">
          {value ? (
            <p class={`price ${moveOf(value) ?? ""}`} dir="auto">
              {value}
            </p>
          ) : null}
          <Badge text={row.badge} />
        </div>
      ) : null}
    </div>
  );
}

function Skeleton(): VNode {
  return (
    <ul class="rows">
      {[0, 1, 2, 3].map((i) => (
        <li key={i} class="row">
          <div class="picture bone" />
          <div class="body">
            <div class="words">
              <div class="bone bone-name" />
              <div class="bone bone-text" />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
