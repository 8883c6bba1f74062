import {
  errorText,
  failed,
  isDict,
  text,
  type ToolResult,
  useCan,
  useHost,
  useToolInput,
  useToolOutput,
  useToolResponseMetadata,
} from "@chatui/runtime";
import { useMemo, useState } from "preact/hooks";
import { detailCodes, type Gift, merge, readDetails, sentence } from "../../gift-details/src/gift.ts";
import { type GiftList, listCodes, readList, refinement } from "./data.ts";

export interface List {
  list: GiftList;
  /** Whether there is a list at all, and not only an answer without data. */
  answered: boolean;
  /** Whom the gifts are for, in the words of the request; "" when unknown. */
  recipient: string;
  open: Gift | null;
  /** What is being waited for: the id of a gift, or "refine". */
  busy: string | null;
  /** What failed, and where: the id of a gift, or "refine". */
  failure: { at: string; text: string } | null;
  /** What has just happened, for those who cannot see it. */
  news: string;
  /** Absent when neither the host nor the data offer a way. */
  refine: ((starred: string[]) => Promise<void>) | null;
  canOpen(gift: Gift): boolean;
  show(gift: Gift): Promise<void>;
  close(): void;
}

interface Local {
  of: unknown;
  list: GiftList | null;
  open: Gift | null;
  news: string;
  /** The gifts of the lists before this one. */
  seen: Gift[];
}

const fresh = (output: unknown): Local => ({ of: output, list: null, open: null, news: "", seen: [] });

/** The list as the host told it, or as this widget has refined it since; a new result of the host replaces both. */
export function useList(): List {
  const host = useHost();
  const input = useToolInput();
  const output = useToolOutput();
  const meta = useToolResponseMetadata();
  const calls = useCan("callTool");
  const messages = useCan("sendFollowUpMessage");
  const told = useMemo(() => readList(output, meta), [output, meta]);
  const [kept, setKept] = useState<Local>(fresh(output));
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<List["failure"]>(null);
  const local = kept.of === output ? kept : fresh(output);
  const list = local.list ?? told;
  const change = (patch: Partial<Local>): void => setKept({ ...local, news: "", ...patch });

  const attempt = async (at: string, work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(at);
    setFailure(null);
    try {
      await work();
    } catch (cause) {
      setFailure({ at, text: cause instanceof Error ? cause.message : "The host refused." });
    } finally {
      setBusy(null);
    }
  };
  const ask = (prompt: string): Promise<void> => host.sendFollowUpMessage({ prompt });
  const call = async (
    tool: string,
    args: Record<string, unknown>,
    codes: Record<string, string>,
  ): Promise<ToolResult> => {
    const result = await host.callTool(tool, args);
    if (failed(result)) throw new Error(sentence(errorText(result), codes));
    return result;
  };

  const refine = async (starred: string[]): Promise<void> => {
    const shown = [...local.seen, ...list.gifts];
    const args = calls ? refinement(input, starred, shown) : null;
    if (!args) {
      const names = list.gifts.filter((gift) => starred.includes(gift.id)).map((gift) => gift.name);
      return ask(`Refine the gift recommendations with the ones I starred: ${names.join(", ") || starred.join(", ")}.`);
    }
    const result = await call("get_recommendations", args, listCodes);
    const next = readList(result.structuredContent, result._meta);
    if (!next.gifts.length) throw new Error("No other gifts match the ones you starred.");
    change({
      list: next,
      seen: shown,
      news: next.gifts.length === 1 ? "1 refined recommendation" : `${next.gifts.length} refined recommendations`,
    });
  };
  const show = async (gift: Gift): Promise<void> => {
    if (calls && gift.id) {
      try {
        const more = readDetails((await call("get_gift_details", { gift_id: gift.id }, detailCodes)).structuredContent);
        return change({ open: more ? merge(gift, more) : gift });
      } catch (cause) {
        if (!gift.full) throw cause;
      }
    }
    if (gift.full) return change({ open: gift });
    return ask(`Tell me more about the gift “${gift.name}”${gift.id ? ` (id ${gift.id})` : ""}.`);
  };

  return {
    list,
    answered: output !== null || meta !== null,
    recipient: isDict(input) ? text(input["recipient_description"]) : "",
    open: local.open,
    busy,
    failure,
    news: local.news,
    refine: (calls && refinement(input, [])) || messages ? (starred) => attempt("refine", () => refine(starred)) : null,
    canOpen: (gift) => (calls && gift.id !== "") || gift.full !== "" || messages,
    show: (gift) => attempt(gift.id || gift.name, () => show(gift)),
    close: () => change({ open: null }),
  };
}
