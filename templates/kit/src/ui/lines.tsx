import type { RefObject, VNode } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocale } from "../hooks.ts";
import { formatLine, type Line } from "../lines.ts";
import { Link } from "./link.tsx";

/** Longer values begin on a line of their own; those beyond the second bound are cut until everything is shown. */
const long = 36;
const cut = 160;
/** A text beyond it may be cut where an entry is as high as it likes. */
const wordy = 200;

export interface LinesProps {
  lines: Line[];
  /** The entry, which the button names. */
  about: string;
  /** Beyond so many the rest folds away, but for a single one, which takes no more room than the button. */
  most?: number;
  /** Other entries want room too: the lines run together, as many as stand in one row, or in two where there is no text. */
  tight?: boolean;
  /** The longest text of the entry, which the button unfolds as well. */
  text?: string;
}

/** Further fields of an entry, and whether the entry is to be compact until somebody unfolds it. */
export interface Unfolding {
  compact: boolean;
  view: VNode;
}

/**
 * Further fields of an entry as label and value, and the button that unfolds all of the entry: there is one where lines are
 * folded away or anything in the entry is cut. Looks: lines.css, and compact.css for entries of the class "compact".
 */
export function useLines({ lines, about, most = 4, tight = false, text = "" }: LinesProps): Unfolding {
  const locale = useLocale();
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const compact = tight && !open;
  const seen = useSeen(box, compact);
  const values = lines.map((line) => formatLine(line, locale));
  const folded = compact ? (seen?.lines ?? lines.length) : lines.length > most + 1 ? most : lines.length;
  const shown = open ? lines.length : folded;
  const hidden = lines.length - folded;
  // Until lines are measured, the button has its place; a text alone is measured without it, which would make it narrower.
  const may = compact ? lines.length > 0 : text.length > wordy;
  const unfolds = open || hidden || (seen ? seen.cut : may) || values.some((value) => value.length > cut);
  const word = open ? "Less" : hidden ? `${hidden} more` : "More";
  const view = (
    <div ref={box} class="labelled">
      {lines.length ? (
        <dl id={id} class={open ? "lines all" : "lines"}>
          {lines.slice(0, shown).map((line, i) => (
            <div key={i} class={values[i]!.length > long && !line.url ? "long" : undefined}>
              <dt>
                <bdi>{line.label}</bdi>
              </dt>
              <dd dir="auto">{line.url ? <Link href={line.url}>{values[i]}</Link> : values[i]}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {unfolds ? (
        <button
          type="button"
          class="unfold"
          aria-expanded={open}
          aria-controls={lines.length ? id : undefined}
          aria-label={`${word} about ${about.slice(0, 120)}`}
          onClick={() => setOpen(!open)}
        >
          {word}
        </button>
      ) : null}
    </div>
  );
  return { compact, view };
}

/** The fields alone, of an entry that is never compact. */
export function Lines(props: LinesProps): VNode {
  return useLines(props).view;
}

/** What can be seen of an entry: how many of its lines, and whether anything in it is cut. */
interface Seen {
  lines: number;
  cut: boolean;
}

const texts = ".name, .choose span, .sub, .site, .text, .price, .badge, .tags, .tags span, dt, dd, dd a";

/**
 * Measures the entry around an element before it is painted; null until then. A list draws its entries anew when its width
 * changes, compact ones after it has had them in their other form.
 */
function useSeen(box: RefObject<HTMLElement | null>, compact: boolean): Seen | null {
  const [seen, setSeen] = useState<(Seen & { form: string }) | null>(null);
  const form = `${compact} ${document.documentElement.clientWidth}`;
  const known = seen?.form === form ? seen : null;
  // eslint-disable-next-line react-hooks/exhaustive-deps -- whatever was drawn is measured; what it finds stays as it is
  useLayoutEffect(() => {
    const entry = box.current?.closest("li, .slide, .outside");
    // Without a size it is not drawn at all.
    if ((known && compact) || !entry?.clientWidth) return;
    const [list] = entry.getElementsByTagName("dl");
    const end = list ? list.getBoundingClientRect().bottom + 2 : 0;
    const lines = [...(list?.children ?? [])].filter((line) => line.getBoundingClientRect().bottom <= end).length;
    const cut = [...entry.querySelectorAll(texts)].some(
      (el) => el.scrollHeight > el.clientHeight + 2 || el.scrollWidth > el.clientWidth + 1,
    );
    if (!known || known.cut !== cut) setSeen({ lines, cut, form });
  });
  return known;
}
