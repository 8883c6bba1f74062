import { Back } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Gift } from "./gift.ts";
import { Star, type Stars } from "./stars.tsx";

export interface DetailsProps {
  gift: Gift;
  stars: Stars;
  /** Leads back to the list; without it there is no way back to offer. */
  back?: (() => void) | undefined;
  /** Whether the way back is being taken. */
  busy?: boolean;
  /** Whether the person has just opened the details, so that reading goes on at the name. */
  focus?: boolean;
}

/** Everything about one gift. */
export function Details({ gift, stars, back, busy, focus }: DetailsProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focus) heading.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the focus is taken once, when it opens
  }, []);
  return (
    <article class="details">
      {back ? <Back label="Back to the list" rests={busy} onClick={back} /> : null}
      <div class="top">
        <h2 ref={heading} class="title" dir="auto" tabIndex={-1}>
          {gift.name}
        </h2>
        <Star id={gift.id} name={gift.name} stars={stars} />
      </div>
      <Facts gift={gift} />
      {gift.full || gift.brief ? (
        <p class="full" dir="auto">
          {gift.full || gift.brief}
        </p>
      ) : (
        <p class="note">There is no description of this gift.</p>
      )}
      <dl class="points">
        <Point term="Occasions" words={gift.occasions} />
        <Point term="Made for" words={gift.recipients} />
        <Point term="Where to find it" words={gift.guidance ? [gift.guidance] : []} plain />
      </dl>
    </article>
  );
}

/** The price, in figures where they are known, and the categories on one line. */
export function Facts({ gift }: { gift: Gift }): VNode | null {
  const price = gift.cost || gift.price;
  if (!price && !gift.categories.length) return null;
  return (
    <ul class="facts">
      {price ? (
        <li class="price">
          <span dir="auto">{price}</span>
        </li>
      ) : null}
      {gift.categories.map((word, i) => (
        <li key={i}>
          <span dir="auto">{word}</span>
        </li>
      ))}
    </ul>
  );
}

function Point({ term, words, plain }: { term: string; words: string[]; plain?: boolean }): VNode | null {
  if (!words.length) return null;
  return (
    <div>
      <dt>{term}</dt>
      {words.map((word, i) => (
        <dd key={i} class={plain ? "" : "chip"} dir="auto">
          {word}
        </dd>
      ))}
    </div>
  );
}
