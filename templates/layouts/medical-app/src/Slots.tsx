import { Notice, Paged, press } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { byDay, type Slot, type View } from "./data.ts";
import { DoctorLine, Omitted } from "./parts.tsx";
import type { Flow } from "./useFlow.ts";
import type { Words } from "./words.ts";

/** How many days are shown at once, and how many more a press on the button brings. */
const page = 5;

interface SlotsProps {
  view: Extract<View, { kind: "slots-list" }>;
  flow: Flow;
  words: Words;
}

/** The free times of one doctor, by day: one is chosen, then asked for. */
export function Slots({ view, flow, words }: SlotsProps): VNode {
  const days = useMemo(() => byDay(view.slots.entries), [view]);
  const [chosen, setChosen] = useState<Slot | null>(null);
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
      {days.length ? null : <Notice kind="empty" title={words.noSlots} />}
      <Paged
        entries={days}
        page={page}
        class="days"
        label={words.more}
        item={([day, slots]) => (
          <>
            {day || view.doctor ? (
              <h3 class="day" dir="auto">
                {day || words.slots}
              </h3>
            ) : null}
            <ul class="slots">
              {slots.map((slot, i) => (
                <li key={i}>
                  {flow.able ? (
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
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      />
      <Omitted count={view.slots.skipped} words={words} />
      {flow.able && days.length ? (
        <div class="actions">
          <button
            type="button"
            class="button primary"
            dir="auto"
            {...press(() => chosen && flow.book(view.doctor, chosen), !chosen || flow.busy)}
          >
            {chosen ? words.bookAt(chosen.clock) : words.book}
          </button>
          <p class="hint" dir="auto">
            {chosen ? chosen.day : words.pick}
          </p>
        </div>
      ) : null}
    </>
  );
}
