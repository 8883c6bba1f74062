import { useLocale } from "@chatui/runtime";
import { Badge, externalIcon, Icon, Link, useLines, useMore } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { distance } from "./Canvas.tsx";
import { mapsHref, type Place } from "./data.ts";
import { metresBetween, type Position } from "./geo.ts";

interface ListProps {
  places: Place[];
  chosen: number | null;
  choose: (index: number) => void;
  level: 2 | 3;
}

/** How many places are shown at once, and how many more a press on the button brings. */
const page = 6;

const mapsIcon =
  "M12 21c4.2-4.4 6.5-8 6.5-11a6.5 6.5 0 1 0-13 0c0 3 2.3 6.6 6.5 11ZM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z";

/** The places in words, numbered as their pins are. */
export function List({ places, chosen, choose, level }: ListProps): VNode {
  const Heading = level === 2 ? "h2" : "h3";
  const more = useMore<HTMLUListElement>(places.length, page);
  // A pin may stand for a place that the list does not show yet.
  const named = chosen === null ? null : places[chosen];
  const from = named?.position ?? null;
  return (
    <div class="side">
      <p class="visually-hidden" role="status">
        {named ? `${(chosen as number) + 1}. ${named.name.slice(0, 200)}` : ""}
      </p>
      {named && (chosen as number) >= more.shown ? (
        <div class="entry chosen outside">
          <Entry
            place={named}
            index={chosen as number}
            chosen
            from={from}
            choose={choose}
            heading={Heading}
            tight={more.tight}
          />
        </div>
      ) : null}
      <ul ref={more.list} class="entries">
        {places.slice(0, more.shown).map((place, i) => (
          <li key={i} class="item" tabIndex={more.tabIndex(i)}>
            <div class={i === chosen ? "entry chosen" : "entry"}>
              <Entry
                place={place}
                index={i}
                chosen={i === chosen}
                from={from}
                choose={choose}
                heading={Heading}
                tight={more.tight}
              />
            </div>
          </li>
        ))}
      </ul>
      {more.button}
    </div>
  );
}

function Entry({
  place,
  index,
  chosen,
  from,
  choose,
  heading: Heading,
  tight,
}: {
  place: Place;
  index: number;
  chosen: boolean;
  /** Where the chosen place is, from which distances count. */
  from: Position | null;
  choose: (i: number) => void;
  heading: "h2" | "h3";
  tight: boolean;
}): VNode {
  const locale = useLocale();
  const about = place.name.slice(0, 120);
  const { compact, view } = useLines({ lines: place.lines, about: place.name, text: place.description, tight });
  return (
    <>
      <span class={place.point ? "mark" : "mark none"} aria-hidden="true">
        {place.point ? index + 1 : "–"}
      </span>
      <div class={compact ? "words compact" : "words"}>
        <div class="top">
          <Heading class="name">
            {place.point ? (
              <button type="button" class="choose" aria-pressed={chosen} onClick={() => choose(index)}>
                <span dir="auto">{place.name}</span>
              </button>
            ) : (
              <span dir="auto">{place.name}</span>
            )}
          </Heading>
          <Badge text={place.badge} />
        </div>
        {from && !chosen && place.position ? (
          <p class="away">{`${distance(metresBetween(from, place.position), locale)} away`}</p>
        ) : null}
        {place.description ? (
          <p class="text" dir="auto">
            {place.description}
          </p>
        ) : null}
        {view}
      </div>
      {place.position ? (
        <Link href={mapsHref(place.position)} class="out">
          <span class="visually-hidden">{`Open ${about} in maps`}</span>
          <Icon path={mapsIcon} />
        </Link>
      ) : null}
      {place.url ? (
        <Link href={place.url} class="out">
          <span class="visually-hidden">{`Open ${about}`}</span>
          <Icon path={externalIcon} />
        </Link>
      ) : null}
    </>
  );
}
