import { press } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import type { Suggestion } from "./data.ts";
import type { Sending } from "./useSending.ts";

interface OffersProps {
  /** "" when there is none, or it has been sent. */
  seed: string;
  suggestions: Suggestion[];
  sending: Sending;
}

/** What the person might say next, each a button that writes it into the conversation. A draft is the main one. */
export function Offers({ seed, suggestions, sending }: OffersProps): VNode | null {
  const { can, busy, send } = sending;
  if (!seed && !suggestions.length && !sending.failed) return null;
  return (
    <div class="offers">
      {seed ? (
        <div class="turn user">
          <p class="visually-hidden">Draft:</p>
          <p class="bubble draft" dir="auto">
            {seed}
          </p>
          {can ? (
            <button type="button" class="button primary send" {...press(() => send(seed), busy)}>
              Send
            </button>
          ) : null}
        </div>
      ) : null}
      {can && suggestions.length ? (
        <ul class="suggestions" aria-label="Suggestions">
          {suggestions.map((s) => (
            <li key={s.prompt}>
              <button type="button" class="button suggestion" dir="auto" {...press(() => send(s.prompt), busy)}>
                {s.label}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {sending.failed ? (
        <p class="note" role="alert" dir="auto">
          The message could not be sent. Try again.
        </p>
      ) : null}
    </div>
  );
}
