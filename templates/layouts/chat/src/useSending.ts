import { useCan, useHost } from "@chatui/runtime";
import { useState } from "preact/hooks";

/** The way into the conversation, and what went there. */
export interface Sending {
  /** Whether the host takes messages at all. */
  can: boolean;
  busy: boolean;
  failed: boolean;
  /** What has been sent from here, oldest first. */
  sent: string[];
  send: (prompt: string) => Promise<void>;
}

export function useSending(): Sending {
  const host = useHost();
  const can = useCan("sendFollowUpMessage");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const [sent, setSent] = useState<string[]>([]);
  const send = async (prompt: string): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      await host.sendFollowUpMessage({ prompt });
      setSent((all) => [...all, prompt]);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return { can, busy, failed, sent, send };
}
