import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Action } from "../actions.ts";
import { useCan, useHost } from "../hooks.ts";
import { press } from "./press.ts";

/**
 * The author's buttons, where the host takes messages. One that has been pressed rests until the message is sent. about:
 * the entry that they belong to, where every entry has its own; they then name it, are in .asks, and none is primary.
 */
export function Actions({ actions, about }: { actions: Action[]; about?: string }): VNode | null {
  const host = useHost();
  const can = useCan("sendFollowUpMessage");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!can || !actions.length) return null;
  const send = async (prompt: string): Promise<void> => {
    setBusy(true);
    setFailed(false);
    await host.sendFollowUpMessage({ prompt }).catch(() => setFailed(true));
    setBusy(false);
  };
  return (
    <>
      <div class={about ? "asks" : "actions"}>
        {actions.map((action, i) => (
          <button
            key={i}
            type="button"
            class={i || about ? "button" : "button primary"}
            aria-label={about ? `${action.label}: ${about}` : undefined}
            dir="auto"
            {...press(() => send(action.prompt), busy)}
          >
            {action.label}
          </button>
        ))}
      </div>
      {failed ? (
        <p class="note" role="alert" dir="auto">
          The message could not be sent. Try again.
        </p>
      ) : null}
    </>
  );
}
