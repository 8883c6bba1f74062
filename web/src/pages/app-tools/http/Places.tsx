import clsx from "clsx";
import { Wand2, X } from "lucide-react";
import { useState } from "react";
import type { Layout } from "~/api/layouts";
import type { FieldMap } from "~/api/tools";
import { Button, Disclosure, IconButton, Notice, Offer } from "~/ui";
import { clear, filledBy, guess, nextPlace, place, placesOf, usesOf, type Path, type Place } from "./places";
import { Entries } from "./Entries";
import { Tree } from "./Tree";
import { Written } from "./Written";

interface Props {
  layout: Layout;
  map: FieldMap | null;
  answer: unknown;
  readOnly: boolean;
  onChange(map: FieldMap | null): void;
}

const same = (a: Place | undefined, b: Place) => a?.in === b.in && a.field === b.field;

/** Which value of an answer goes where in the widget: a place is chosen, then a value. The next empty place is chosen by itself. */
export function Places({ layout, map, answer, readOnly, onChange }: Props) {
  const places = placesOf(layout);
  const given = map ?? {};
  const [chosen, choose] = useState<Place | null>(null);
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState("");
  if ("jq" in given) return <Notice>A jq program makes the data. It is changed over the API.</Notice>;
  const now = places.find((one) => same(chosen ?? undefined, one)) ?? nextPlace(given, places) ?? places[0];
  const put = (path: Path) => {
    if (!now || readOnly) return;
    const next = place(given, now, path, answer);
    if (typeof next === "string") return setFault(next);
    setFault("");
    setSaid(`${now.label}: ${filledBy(next, now).join(", ") || "nothing"}`);
    const many = now.in === "lines" || now.in === "columns";
    choose(many ? now : (nextPlace(next, places, now) ?? now));
    onChange(next);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted flex-1 basis-56">
          Choose a place of the widget, then the value that belongs there.
        </p>
        {!readOnly && (
          <Button
            size="small"
            icon={<Wand2 size={14} aria-hidden="true" />}
            onClick={() => {
              setFault("");
              onChange(guess(places, answer));
              setSaid("Filled in by names");
            }}
          >
            Guess by names
          </Button>
        )}
      </div>
      <ul aria-label="Places of the widget" className="flex flex-wrap gap-1.5">
        {places.map((one) => {
          const from = filledBy(given, one);
          const on = same(now, one);
          return (
            <li
              key={`${one.in} ${one.field}`}
              className={clsx(
                "inline-flex items-center rounded-full border max-w-full",
                on ? "bg-accent-soft border-accent" : "border-line",
              )}
            >
              <button
                type="button"
                aria-pressed={on}
                aria-label={`${one.label}: ${from.join(", ") || (one.required ? "needs a value" : "nothing")}`}
                className="target inline-flex items-center gap-1.5 px-3 rounded-full text-sm min-w-0"
                onClick={() => choose(one)}
              >
                <span className={clsx("font-medium whitespace-nowrap", on && "text-accent")}>{one.label}</span>
                <span className={clsx("truncate", from.length || !one.required ? "text-muted" : "text-bad")}>
                  {from.length > 1 ? from.length : (from[0] ?? (one.required ? "needed" : ""))}
                </span>
              </button>
              {from.length > 0 && !readOnly && (
                <IconButton
                  size="small"
                  className="rounded-full"
                  label={`Nothing in ${one.label}`}
                  icon={<X size={14} aria-hidden="true" />}
                  onClick={() => onChange(clear(given, one))}
                />
              )}
            </li>
          );
        })}
      </ul>
      {fault && (
        <Offer
          does="Begin anew"
          onTake={() => {
            setFault("");
            onChange({ item: {} });
          }}
        >
          {fault}
        </Offer>
      )}
      {now && !readOnly && <Written key={`${now.in} ${now.field}`} map={given} of={now} onChange={onChange} />}
      <Tree
        answer={answer}
        verb={now ? `Put it into ${now.label}` : ""}
        marks={(path) => usesOf(given, places, path, answer).map(({ label }) => label)}
        onChoose={put}
      />
      {!readOnly && Object.keys(given.item ?? {}).length > 0 && (
        <Disclosure label="Which entries">
          <div className="pt-2">
            <Entries map={given} answer={answer} onChange={onChange} />
          </div>
        </Disclosure>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}
