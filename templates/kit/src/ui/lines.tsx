import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { useLocale } from "../hooks.ts";
import { formatLine, type Line } from "../lines.ts";
import { Link } from "./link.tsx";
import { useRoom } from "./room.ts";

/** Longer values begin on a line of their own, or are cut where lines are brief; those beyond the second bound are cut until everything is shown. */
const long = 36;
const cut = 160;

/**
 * Further fields of an entry as label and value. Beyond most of them the rest folds away behind a button, but for a single
 * one, which takes no more room than the button. about: the entry, which the button names. several: there are other entries
 * beside it, so that between messages one line holds several fields.
 */
export function Lines({
  lines,
  about,
  most = 4,
  several = false,
}: {
  lines: Line[];
  about: string;
  most?: number;
  several?: boolean;
}): VNode | null {
  const locale = useLocale();
  const id = useId();
  const [open, setOpen] = useState(false);
  const tight = useRoom() !== null && several;
  if (!lines.length) return null;
  const values = lines.map((line) => formatLine(line, locale));
  const hidden = lines.length > most + 1 ? lines.length - most : 0;
  const word = open ? "Less" : hidden ? `${hidden} more` : "More";
  return (
    <div class={tight && !open ? "labelled brief" : "labelled"}>
      <dl id={id} class={open ? "lines all" : "lines"}>
        {lines.slice(0, open || !hidden ? lines.length : most).map((line, i) => (
          <div key={i} class={values[i]!.length > long && !line.url ? "long" : undefined}>
            <dt>
              <bdi>{line.label}</bdi>
            </dt>
            <dd dir="auto">{line.url ? <Link href={line.url}>{values[i]}</Link> : values[i]}</dd>
          </div>
        ))}
      </dl>
      {hidden || values.some((value) => value.length > (tight ? long : cut)) ? (
        <button
          type="button"
          class="unfold"
          aria-expanded={open}
          aria-controls={id}
          aria-label={`${word} about ${about.slice(0, 120)}`}
          onClick={() => setOpen(!open)}
        >
          {word}
        </button>
      ) : null}
    </div>
  );
}
