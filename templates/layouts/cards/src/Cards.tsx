import { formatPrice, useLocale, useToolOutput } from "@chatui/runtime";
import {
  Actions,
  Badge,
  Frame,
  Head,
  Nothing,
  Notice,
  Paged,
  Picture,
  Skipped,
  Tags,
  TitleLink,
  useLines,
} from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type Card, readCards } from "./data.ts";

/** How many cards are shown at once, and how many more a press on the button brings. */
const page = 12;

export function CardsWidget(): VNode {
  return (
    <Frame label="Cards" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const data = useMemo(() => readCards(output), [output]);
  if (!data.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no list of items." />;
  }
  return (
    <>
      <Head title={data.title} subtitle={data.subtitle} />
      {data.cards.length ? (
        <Grid key={data} cards={data.cards} heading={data.title ? "h3" : "h2"} />
      ) : (
        <Nothing said={data.empty} text="There are no entries for this request." />
      )}
      <Skipped count={data.skipped} />
      <Actions actions={data.actions} />
    </>
  );
}

function Grid({ cards, heading }: { cards: Card[]; heading: "h2" | "h3" }): VNode {
  const pictures = cards.some((c) => c.image);
  return (
    <Paged
      entries={cards}
      page={page}
      class={`grid ${pictures ? "pictured" : "plain"} ${columns(cards.length)}`}
      itemClass="card"
      item={(card, _, tight) => (
        <>
          {pictures ? <Picture src={card.image} alt={card.imageAlt} /> : null}
          <Body card={card} heading={heading} tight={tight} />
        </>
      )}
    />
  );
}

/** One card lies on its side, two and four stand in pairs; any other number fills the width. */
function columns(count: number): string {
  if (count === 1) return "one";
  return count === 2 || count === 4 ? "pairs" : "many";
}

function Body({ card, heading: Heading, tight }: { card: Card; heading: "h2" | "h3"; tight: boolean }): VNode {
  const price = formatPrice(card.price, useLocale(), card.currency);
  const { compact, view } = useLines({ lines: card.lines, about: card.title, text: card.description, tight });
  return (
    <div class={compact ? "body compact" : "body"}>
      <Badge text={card.badge} />
      <Heading class="name" dir="auto">
        <TitleLink href={card.url}>{card.title}</TitleLink>
      </Heading>
      {card.subtitle ? (
        <p class="sub" dir="auto">
          {card.subtitle}
        </p>
      ) : null}
      {card.description ? (
        <p class="text" dir="auto">
          {card.description}
        </p>
      ) : null}
      {view}
      {price || card.tags.length ? (
        <div class="foot">
          {price ? (
            <p class="price" dir="auto">
              {price}
            </p>
          ) : null}
          <Tags tags={card.tags} />
        </div>
      ) : null}
    </div>
  );
}

function Skeleton(): VNode {
  return (
    <ul class="grid pictured many">
      {[0, 1, 2].map((i) => (
        <li key={i} class="card">
          <div class="picture bone" />
          <div class="body">
            <div class="bone bone-name" />
            <div class="bone bone-text" />
          </div>
        </li>
      ))}
    </ul>
  );
}
