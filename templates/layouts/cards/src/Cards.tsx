import { useCan, useHost, useLocale, useToolOutput } from "@chatui/runtime";
import { externalIcon, Frame, Icon, imageIcon, Link, Notice, Paged } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type Action, type Card, readCards } from "./data.ts";

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
      {data.title || data.subtitle ? (
        <header class="head">
          {data.title ? <h2 class="title" dir="auto">{data.title}</h2> : null}
          {data.subtitle ? <p class="lead" dir="auto">{data.subtitle}</p> : null}
        </header>
      ) : null}
      {data.cards.length ? <Grid key={data} cards={data.cards} level={data.title ? 3 : 2} /> : <Notice kind="empty" title="Nothing to show" text="There are no entries for this request." />}
      {data.skipped > 0 ? (
        <p class="note" dir="auto">{data.skipped === 1 ? "1 entry could not be shown." : `${data.skipped} entries could not be shown.`}</p>
      ) : null}
      <Actions actions={data.actions} />
    </>
  );
}

function Grid({ cards, level }: { cards: Card[]; level: 2 | 3 }): VNode {
  const pictures = cards.some((c) => c.image);
  return (
    <Paged
      entries={cards}
      page={page}
      class={`grid ${pictures ? "pictured" : "plain"} ${columns(cards.length)}`}
      itemClass="card"
      item={(card) => (
        <>
          {pictures ? <Picture src={card.image} alt={card.imageAlt} /> : null}
          <Body card={card} level={level} />
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

function Body({ card, level }: { card: Card; level: 2 | 3 }): VNode {
  const Heading = level === 2 ? "h2" : "h3";
  const price = usePrice(card.price);
  return (
    <div class="body">
      {card.badge ? <p class="badge" dir="auto">{card.badge}</p> : null}
      <Heading class="name" dir="auto">
        {card.url ? (
          <Link href={card.url} class="link">
            {card.title}
            <Icon path={externalIcon} />
          </Link>
        ) : (
          card.title
        )}
      </Heading>
      {card.subtitle ? <p class="sub" dir="auto">{card.subtitle}</p> : null}
      {card.description ? <p class="text" dir="auto">{card.description}</p> : null}
      {card.tags.length ? (
        <ul class="tags">
          {card.tags.map((tag, i) => <li key={i}><span dir="auto">{tag}</span></li>)}
        </ul>
      ) : null}
      {price ? <p class="price" dir="auto">{price}</p> : null}
    </div>
  );
}

function usePrice(price: string | number): string {
  const locale = useLocale();
  return useMemo(() => {
    if (typeof price === "string") return price;
    try {
      return new Intl.NumberFormat(locale).format(price);
    } catch {
      return String(price);
    }
  }, [price, locale]);
}

/** A picture that gives way to a quiet placeholder when there is none or it does not load. */
function Picture({ src, alt }: { src: string; alt: string }): VNode {
  const [broken, setBroken] = useState(false);
  return (
    <div class="picture">
      {src && !broken ? (
        <img src={src} alt={alt} loading="lazy" decoding="async" referrerpolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        <Icon path={imageIcon} />
      )}
    </div>
  );
}

/** The author's buttons, where the host takes messages. One that has been pressed rests until the message is sent. */
function Actions({ actions }: { actions: Action[] }): VNode | null {
  const host = useHost();
  const can = useCan("sendFollowUpMessage");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!can || !actions.length) return null;
  const send = async (prompt: string): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      await host.sendFollowUpMessage({ prompt });
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div class="actions">
        {actions.map((action, i) => (
          <button key={i} type="button" class={i ? "button" : "button primary"} disabled={busy} dir="auto" onClick={() => void send(action.prompt)}>
            {action.label}
          </button>
        ))}
      </div>
      {failed ? <p class="note" role="alert" dir="auto">The message could not be sent. Try again.</p> : null}
    </>
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
