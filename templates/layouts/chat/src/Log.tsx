import { formatDate, useLocale } from "@chatui/runtime";
import { useEnlarge, useFit } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { parseMarkdown } from "../../markdown/src/blocks.ts";
import { Piece } from "../../markdown/src/Text.tsx";
import { type Message, type Turn, turns } from "./data.ts";

/** How many messages are shown at once, and how many earlier ones a press on the button brings. */
const page = 20;

/** The conversation, oldest first. added: what the person sent since it was shown. */
export function Log({ messages, added }: { messages: Message[]; added: Message[] }): VNode {
  const [shown, setShown] = useState(page);
  const list = useRef<HTMLOListElement>(null);
  const from = Math.max(0, messages.length - shown);
  const all = useMemo(() => turns([...messages.slice(from), ...added]), [messages, added, from]);
  // Focus moves to the first of the earlier messages: the button that had it may be gone.
  useLayoutEffect(() => {
    if (shown > page) (list.current?.firstElementChild as HTMLElement | null)?.focus();
  }, [shown]);
  // And to what has been sent: so may be the button that sent it.
  useLayoutEffect(() => {
    if (added.length) (list.current?.lastElementChild as HTMLElement | null)?.focus();
  }, [added.length]);
  // Between messages of the host as many stand as have room there, the latest of them.
  const enlarge = useEnlarge();
  const [open, setOpen] = useState(false);
  const { fit } = useFit(list, all.length, open || shown > page || added.length > 0, { fromEnd: true });
  const turnsShown = fit === null ? all : all.slice(-fit);
  const earlier = async (): Promise<void> => {
    if (fit !== null) {
      if (!(await enlarge())) setOpen(true);
    } else setShown(shown + page);
  };
  const focusable = (i: number): boolean => (i === 0 && shown > page) || (i === all.length - 1 && added.length > 0);
  return (
    <>
      {from || fit !== null ? (
        <button type="button" class="button wide earlier" onClick={() => void earlier()}>
          {fit === null ? `Show ${Math.min(page, from)} earlier of ${messages.length}` : "Show earlier messages"}
        </button>
      ) : null}
      {all.length ? (
        <ol ref={list} class="log" aria-label="Messages">
          {turnsShown.map((turn, i) => (
            <Said key={i} turn={turn} focusable={focusable(i + all.length - turnsShown.length)} />
          ))}
        </ol>
      ) : null}
    </>
  );
}

/** What somebody said: an assistant in Markdown that keeps its line breaks, anybody else in words as they stand. */
function Words({ role, words }: { role: Turn["role"]; words: string }): VNode {
  const blocks = useMemo(
    () => (role === "assistant" ? parseMarkdown(words.replaceAll("\n", "  \n"), 3) : []),
    [role, words],
  );
  return blocks.length ? (
    <div class="bubble prose">
      {blocks.map((block) => (
        <Piece block={block} />
      ))}
    </div>
  ) : (
    <p class="bubble" dir="auto">
      {words}
    </p>
  );
}

const speakers = { user: "You", assistant: "Assistant", note: "Note" };

function Said({ turn, focusable }: { turn: Turn; focusable: boolean }): VNode {
  const locale = useLocale();
  return (
    <li class={`turn ${turn.role}`} tabIndex={focusable ? -1 : undefined}>
      {turn.name ? (
        <p class="speaker" dir="auto">
          {turn.name}
        </p>
      ) : (
        <p class="visually-hidden">{`${speakers[turn.role]}:`}</p>
      )}
      {turn.messages.map((m, i) => (
        <div key={i} class="message">
          <Words role={turn.role} words={m.words} />
          {m.time ? (
            <p class="time" dir="auto">
              {formatDate(m.time, locale) || m.time}
            </p>
          ) : null}
        </div>
      ))}
    </li>
  );
}
