import { type Dict, type ToolResult, useCan, useHost } from "@chatui/runtime";
import { useRef, useState } from "preact/hooks";
import type { Form } from "./data.ts";
import { type Refusal, refusalOf, refusalOfCause } from "./outcome.ts";

/** How answers reach the tool: by a call, as words for the assistant who calls it, or not at all. */
export type Way = "call" | "message" | null;

export interface Sending {
  way: Way;
  busy: boolean;
  /** Why what was sent last does not count as received. */
  refusal: Refusal | null;
  /** The tool's answer, once it is a confirmation. */
  result: ToolResult | null;
  /** Whether the answers went into the conversation, where nobody has confirmed them yet. */
  handed: boolean;
  /** Sends, unless something is on its way already; resolves with what is wrong, null when nothing is. */
  send(args: Dict): Promise<Refusal | null>;
  again(): void;
}

export function useSend(form: Form): Sending {
  const host = useHost();
  const calls = useCan("callTool");
  const says = useCan("sendFollowUpMessage");
  const way = !form.tool ? null : calls ? "call" : says ? "message" : null;
  // State comes too late for a second press at once.
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [result, setResult] = useState<ToolResult | null>(null);
  const [handed, setHanded] = useState(false);
  const deliver = async (args: Dict): Promise<Refusal | null> => {
    if (way === "message") {
      await host.sendFollowUpMessage({ prompt: request(form.tool, args) });
      setHanded(true);
      return null;
    }
    const answer = await host.callTool(form.tool, args);
    const refused = refusalOf(answer, form);
    if (!refused) setResult(answer);
    return refused;
  };
  const send = async (args: Dict): Promise<Refusal | null> => {
    if (sending.current || !way) return null;
    sending.current = true;
    setBusy(true);
    setRefusal(null);
    try {
      const refused = await deliver(args).catch(refusalOfCause);
      setRefusal(refused);
      return refused;
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const again = (): void => {
    setResult(null);
    setHanded(false);
  };
  return { way, busy, refusal, result, handed, send, again };
}

const request = (tool: string, args: Dict): string =>
  `Call the tool ${tool} with exactly these arguments, then tell me whether they were received:\n${JSON.stringify(args)}`;
