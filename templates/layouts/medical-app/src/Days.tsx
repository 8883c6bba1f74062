import { formatDate } from "@chatui/runtime";
import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import type { Day } from "./data.ts";
import type { Words } from "./words.ts";

/** How many days are offered at first: all that the app has; of more, a button brings the rest. */
const most = 15;

interface DaysProps {
  days: Day[];
  chosen: Day;
  onChoose: (day: Day) => void;
  words: Words;
}

/** The days that have free times, one of which is chosen: radio buttons, so that the arrow keys go from day to day. */
export function Days({ days, chosen, onChoose, words }: DaysProps): VNode {
  const name = useId();
  const [all, setAll] = useState(false);
  const shown = all ? days : days.slice(0, most);
  return (
    <fieldset class="days">
      <legend class="visually-hidden">{words.day}</legend>
      {shown.map((day, i) => (
        <label key={i} class={day.date ? "day" : "day told"}>
          <input type="radio" name={name} checked={day === chosen} onChange={() => onChoose(day)} />
          <span class="chip">
            <span
              class="visually-hidden"
              dir="auto"
            >{`${day.name || words.slots}, ${words.times(day.slots.length)}`}</span>
            <Face day={day} words={words} />
          </span>
        </label>
      ))}
      {shown.length < days.length ? (
        <button type="button" class="button wide" dir="auto" onClick={() => setAll(true)}>
          {words.more(days.length - shown.length, days.length)}
        </button>
      ) : null}
    </fieldset>
  );
}

/** What is seen of a day: its weekday and number, else its words. */
function Face({ day, words }: { day: Day; words: Words }): VNode {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    formatDate(day.date, words.lang, options).replace(".", "");
  return day.date ? (
    <span class="face" aria-hidden="true">
      <span class="weekday">{part({ weekday: "short" })}</span>
      {part({ day: "numeric" })}
    </span>
  ) : (
    <span class="face" aria-hidden="true" dir="auto">
      {day.name || words.slots}
    </span>
  );
}
