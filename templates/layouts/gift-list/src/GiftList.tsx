import { Frame, Notice, Paged, press, Skipped } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Details, Facts } from "../../gift-details/src/Details.tsx";
import { type Gift, sentence } from "../../gift-details/src/gift.ts";
import { mostStars, Star, type Stars, useStars } from "../../gift-details/src/stars.tsx";
import { listCodes } from "./data.ts";
import { type List, useList } from "./useList.ts";

/** How many gifts are shown at once, and how many more a press on the button brings. */
const page = 10;

export function GiftListWidget(): VNode {
  const failed = (message: string | null): VNode => (
    <Notice kind="error" title="No recommendations" text={sentence(message, listCodes)} />
  );
  return (
    <Frame label="Gift recommendations" skeleton={<Skeleton />} failed={failed}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const state = useList();
  const stars = useStars();
  // Where reading goes on when the details are closed, and only then.
  const last = useRef("");
  useLayoutEffect(() => {
    if (!state.open) last.current = "";
  });
  if (state.open) {
    const { id, name } = state.open;
    const back = (): void => {
      last.current = id || name;
      state.close();
    };
    return <Details gift={state.open} stars={stars} back={back} focus />;
  }
  const { list } = state;
  if (!list.readable && state.answered) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no list of gifts." />;
  }
  if (!list.gifts.length) {
    return (
      <>
        <Notice
          kind="empty"
          title={list.fallback ? "No strong matches found" : "No gift ideas"}
          text="Say more about the person: interests, age, and what the occasion is."
        />
        <Skipped count={list.skipped} />
      </>
    );
  }
  return (
    <>
      <header class="head">
        <h2 class="title">{list.fallback ? "Popular gift ideas" : "Gift ideas"}</h2>
        <Lead state={state} />
      </header>
      <Paged
        key={list}
        entries={list.gifts}
        page={page}
        class={list.gifts.length % 6 === 4 ? "gifts pairs" : "gifts"}
        itemClass="gift"
        item={(gift) => (
          <Card
            gift={gift}
            state={state}
            stars={stars}
            focus={last.current !== "" && last.current === (gift.id || gift.name)}
          />
        )}
      />
      <Skipped count={list.skipped} />
      <Refine state={state} stars={stars} />
      <p class="visually-hidden" role="status">
        {state.news}
      </p>
    </>
  );
}

function Lead({ state }: { state: List }): VNode | null {
  if (state.list.fallback) return <p class="lead">No strong matches found. Here are some popular gift ideas.</p>;
  if (state.list.refined) return <p class="lead">Refined with the gifts you starred.</p>;
  return state.recipient ? (
    <p class="lead" dir="auto">
      {state.recipient}
    </p>
  ) : null;
}

function Card(props: { gift: Gift; state: List; stars: Stars; focus: boolean }): VNode {
  const { gift, state } = props;
  const at = gift.id || gift.name;
  const name = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (props.focus) name.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the focus is taken once, on the way back
  }, []);
  return (
    <>
      <div class="words" aria-busy={state.busy === at}>
        <h3 class="name" dir="auto">
          {state.canOpen(gift) ? (
            <button
              ref={name}
              type="button"
              class="open"
              dir="auto"
              aria-disabled={state.busy !== null}
              onClick={() => void state.show(gift)}
            >
              <span>{gift.name}</span>
            </button>
          ) : (
            gift.name
          )}
        </h3>
        {gift.brief || gift.full ? (
          <p class="brief" dir="auto">
            {gift.brief || gift.full}
          </p>
        ) : null}
        <Facts gift={gift} />
        {state.failure?.at === at ? (
          <p class="refusal" role="alert" dir="auto">
            {state.failure.text}
          </p>
        ) : null}
      </div>
      <Star id={gift.id} name={gift.name} stars={props.stars} />
    </>
  );
}

function Refine({ state, stars }: { state: List; stars: Stars }): VNode | null {
  const { refine, busy, failure } = state;
  if (!refine || !state.list.gifts.some((gift) => gift.id)) return null;
  const count = stars.ids.length;
  return (
    <>
      {count ? (
        <div class="actions">
          <button
            type="button"
            class="button primary"
            aria-busy={busy === "refine"}
            {...press(() => refine(stars.ids), busy !== null)}
          >
            Refine recommendations
          </button>
          <p class="hint" dir="auto">
            {count >= mostStars ? `${count} starred, as many as can be used` : `${count} starred`}
          </p>
        </div>
      ) : (
        <p class="note">Star what you like, and the list follows.</p>
      )}
      {failure?.at === "refine" ? (
        <p class="refusal" role="alert" dir="auto">
          {failure.text}
        </p>
      ) : null}
    </>
  );
}

function Skeleton(): VNode {
  return (
    <ul class="gifts">
      {[55, 40, 65].map((width) => (
        <li key={width} class="gift">
          <div class="words">
            <div class="bone" style={{ width: `${width}%` }} />
            <div class="bone" />
          </div>
        </li>
      ))}
    </ul>
  );
}
