import { Notice, Paged, press } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { byDay, type Day, type Slot, type View } from "./data.ts";
import { Days } from "./Days.tsx";
import { DoctorLine, Omitted } from "./parts.tsx";
import type { Flow } from "./useFlow.ts";
import type { Words } from "./words.ts";

/** How many times of a day are shown at once, and how many more a press on the button brings. */
const page = 24;

interface SlotsProps {
  view: Extract<View, { kind: "slots-list" }>;
  flow: Flow;
  words: Words;
}

/** The free times of one doctor: a day is chosen, a time of it, then that is asked for. */
export function Slots({ view, flow, words }: SlotsProps): VNode {
  const days = useMemo(() => byDay(view.slots.entries), [view]);
  const [day, setDay] = useState(days[0]);
  const [chosen, setChosen] = useState<Slot | null>(null);
  const pick = (other: Day): void => {
    setDay(other);
    setChosen(null);
  };
  return (
    <>
      <header class="head slots-head">
        {view.doctor ? (
          <DoctorLine doctor={view.doctor} words={words} level={2} />
        ) : (
          <h2 class="title" dir="auto">
            {words.slots}
          </h2>
        )}
      </header>
      {days.length ? null : <Notice kind="empty" title={words.noSlots} text={view.why} />}
      {day ? (
        <>
          {days.length > 1 ? <Days days={days} chosen={day} onChoose={pick} words={words} /> : null}
          <section>
            {day.name || view.doctor ? (
              <h3 class="day-name" dir="auto">
                {day.name || words.slots}
              </h3>
            ) : null}
            <Paged
              key={day}
              entries={day.slots}
              page={page}
              class="slots"
              label={words.more}
              item={(slot) =>
                flow.able ? (
                  <button
                    type="button"
                    class="slot"
                    dir="auto"
                    aria-pressed={chosen === slot}
                    {...press(() => setChosen(chosen === slot ? null : slot), flow.busy)}
                  >
                    {slot.clock}
                  </button>
                ) : (
                  <span class="slot still" dir="auto">
                    {slot.clock}
                  </span>
                )
              }
            />
          </section>
        </>
      ) : null}
      <Omitted count={view.slots.skipped} words={words} />
      {flow.able && days.length ? (
        <div class="actions">
          {chosen ? (
            <button
              type="button"
              class="button primary"
              dir="auto"
              {...press(() => flow.book(view.doctor, chosen), flow.busy)}
            >
              {words.bookAt(chosen.clock)}
            </button>
          ) : null}
          <p class="hint" dir="auto">
            {chosen ? chosen.day : words.pick}
          </p>
        </div>
      ) : null}
    </>
  );
}
