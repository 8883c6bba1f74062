import { formatNumber, useLocale, useToolOutput } from "@chatui/runtime";
import { Actions, Frame, Head, Nothing, Notice, Paged, Skipped, Tags, TitleLink, useLines } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { highlight, readResults, type Result } from "./data.ts";

/** How many results are shown at once, and how many more a press on the button brings. */
const page = 10;

export function SearchResultsWidget(): VNode {
  return (
    <Frame label="Search results" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const locale = useLocale();
  const data = useMemo(() => readResults(output), [output]);
  const { query, results } = data;
  if (!data.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no list of results." />;
  }
  const found = results.length === 1 ? "1 result" : `${formatNumber(results.length, locale)} results`;
  return (
    <>
      {results.length ? (
        <>
          <Head title={query ? `Results for “${query}”` : "Search results"} subtitle={found} />
          <Paged
            key={data}
            entries={results}
            page={page}
            class="results"
            itemClass="result"
            lang={data.locale || undefined}
            item={(result, _, tight) => <Entry result={result} query={query} tight={tight} />}
          />
        </>
      ) : (
        <Nothing
          said={data.empty}
          title="No results"
          text={query ? `Nothing was found for “${query.slice(0, 200)}”.` : "Nothing was found."}
        />
      )}
      <Skipped count={data.skipped} />
      <Actions actions={data.actions} />
    </>
  );
}

function Entry({ result, query, tight }: { result: Result; query: string; tight: boolean }): VNode {
  const title = <Marked text={result.title} query={query} />;
  const { compact, view } = useLines({ lines: result.lines, about: result.title, text: result.description, tight });
  return (
    <div class={compact ? "body compact" : "body"}>
      {result.site && result.site !== result.title ? (
        <p class="site" dir="ltr">
          {result.site}
        </p>
      ) : null}
      <h3 class="name" dir="auto">
        <TitleLink href={result.url}>{title}</TitleLink>
      </h3>
      {result.description ? (
        <p class="text" dir="auto">
          <Marked text={result.description} query={query} />
        </p>
      ) : null}
      {view}
      <Tags tags={result.tags} />
    </div>
  );
}

/** A text with the words of the query set off. */
function Marked({ text, query }: { text: string; query: string }): VNode {
  return <>{highlight(text, query).map((piece, i) => (piece.hit ? <mark key={i}>{piece.text}</mark> : piece.text))}</>;
}

function Skeleton(): VNode {
  return (
    <ul class="results">
      {[0, 1, 2].map((i) => (
        <li key={i} class="result">
          <div class="bone bone-site" />
          <div class="bone bone-name" />
          <div class="bone bone-text" />
        </li>
      ))}
    </ul>
  );
}
