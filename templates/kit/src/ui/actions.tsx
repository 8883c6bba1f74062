import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Action } from "../actions.ts";
import { useCan, useHost } from "../hooks.ts";

/** The author's buttons, where the host takes messages. One that has been pressed rests until the message is sent. */
export function Actions({ actions }: { actions: Action[] }): VNode | null {
  const host = useHost();
  const can = useCan("sendFollowUpMessage");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!can || !actions.length) return null;
  const send = async (prompt: string): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      await host.sendFollowUpMessage({ prompt });
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div class="actions">
        {actions.map((action, i) => (
          <button key={i} type="button" class={i ? "button" : "button primary"} disabled={busy} dir="auto" onClick={() => void send(action.prompt)}>
            {action.label}
          </button>
        ))}
      </div>
      {failed ? <p class="note" role="alert" dir="auto">The message could not be sent. Try again.</p> : null}
    </>
  );
}
