import { type Tone, toneOf, useLocale, useToolOutput } from "@chatui/runtime";
import {
  Actions,
  alertIcon,
  Badge,
  checkIcon,
  closeIcon,
  Frame,
  Head,
  Icon,
  Nothing,
  Notice,
  Paged,
  Skipped,
  TitleLink,
  useLines,
} from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { readTimeline, type Status, type Timeline } from "./data.ts";
import { entriesOf, type Entry, momentOf } from "./group.ts";

/** How many events are shown at once, and how many more a press on the button brings. */
const page = 20;

const words: Record<Status, string> = {
  done: "Done",
  active: "In progress",
  upcoming: "Upcoming",
  delayed: "Delayed",
  cancelled: "Cancelled",
};
/** The statuses whose mark says enough to those who can see it. */
const quiet = ["done", "upcoming"];
const tones: Record<Status, Tone | null> = {
  done: "success",
  active: null,
  upcoming: "neutral",
  delayed: "warning",
  cancelled: "neutral",
};
const icons: Partial<Record<Status, string>> = { done: checkIcon, delayed: alertIcon, cancelled: closeIcon };

export function TimelineWidget(): VNode {
  return (
    <Frame label="Timeline" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const timeline = useMemo(() => readTimeline(output), [output]);
  if (!timeline.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no list of events." />;
  }
  return (
    <>
      <Head title={timeline.title} subtitle={timeline.subtitle} />
      {timeline.events.length ? (
        <Events key={timeline} timeline={timeline} />
      ) : (
        <Nothing said={timeline.empty} text="There are no events for this request." />
      )}
      <Skipped count={timeline.skipped} />
      <Actions actions={timeline.actions} />
    </>
  );
}

function Events({ timeline }: { timeline: Timeline }): VNode {
  const locale = useLocale();
  const entries = useMemo(() => entriesOf(timeline, locale), [timeline, locale]);
  const level = timeline.title ? 3 : 2;
  const grouped = entries.some((entry) => entry.heading);
  return (
    <Paged
      entries={entries}
      page={page}
      class="events"
      item={(entry, _, tight) => <Item entry={entry} level={level} grouped={grouped} tight={tight} />}
    />
  );
}

function Item({
  entry: { event, heading, last, when },
  level,
  grouped,
  tight,
}: {
  entry: Entry;
  level: 2 | 3;
  grouped: boolean;
  tight: boolean;
}): VNode {
  const Group = `h${level}` as "h2";
  const Name = `h${grouped ? level + 1 : level}` as "h3";
  const { status } = event;
  const hidden = !event.label && status && quiet.includes(status) ? words[status] : "";
  const label = event.label || (status && !hidden ? words[status] : "");
  const { compact, view } = useLines({ lines: event.lines, about: event.title, text: event.description, tight });
  return (
    <>
      {heading ? (
        <Group class="group" dir="auto">
          {heading}
        </Group>
      ) : null}
      <div
        class={`event ${status ?? "plain"}${last ? " last" : ""}`}
        aria-current={status === "active" ? "step" : undefined}
      >
        <span class="mark" aria-hidden="true">
          {status && icons[status] ? <Icon path={icons[status]} /> : null}
        </span>
        <div class={compact ? "words compact" : "words"}>
          {when || label ? (
            <div class="when">
              {when ? (
                <time dir="auto" dateTime={momentOf(event.date)}>
                  {when}
                </time>
              ) : null}
              <Badge text={label} tone={status ? tones[status] : toneOf(label)} />
            </div>
          ) : null}
          <Name class="name" dir="auto">
            {hidden ? <span class="visually-hidden">{`${hidden}: `}</span> : null}
            <TitleLink href={event.url}>{event.title}</TitleLink>
          </Name>
          {event.description ? (
            <p class="text" dir="auto">
              {event.description}
            </p>
          ) : null}
          {view}
        </div>
      </div>
    </>
  );
}

function Skeleton(): VNode {
  return (
    <ul class="events">
      {[55, 40, 62].map((width, i) => (
        <li key={width}>
          <div class={`event upcoming${i === 2 ? " last" : ""}`}>
            <span class="mark" />
            <div class="words">
              <div class="bone" style={{ width: "30%" }} />
              <div class="bone" style={{ width: `${width}%` }} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
