import {
  type Dict,
  failed,
  text,
  useCan,
  useHost,
  useHostValue,
  useToolInput,
  useToolOutput,
  useToolResponseMetadata,
} from "@chatui/runtime";
import { useMemo, useState } from "preact/hooks";
import { type Doctor, readView, type Slot, type View } from "./data.ts";
import type { Words } from "./words.ts";

/** What a tool is doing, in its own words where the host hands them on; at is from 0 to 1, null where it does not say. */
export interface Doing {
  what: string;
  at: number | null;
}

export interface Flow {
  view: View | null;
  /** Whether the host offers any way to go on: tools or messages. */
  able: boolean;
  busy: boolean;
  /** What is being done, while a tool runs. */
  doing: Doing | null;
  /** What has become of the last request, in words; "" when there is nothing to say. */
  news: string;
  /** From a doctor to the free times, or to the appointment that the request was about. */
  choose(doctor: Doctor): Promise<void>;
  book(doctor: Doctor | null, slot: Slot): Promise<void>;
  /** Back to what the host told; null while that is shown. */
  back: (() => void) | null;
  /** Another object whenever what is shown was changed from here; null while the host alone has changed it. */
  here: object | null;
}

/**
 * The view that the host told, or that a tool called from here has answered since. A call that fails changes nothing here:
 * the conversation is asked to go on, since the model speaks of errors and this widget does not.
 */
export function useFlow(words: Words): Flow {
  const host = useHost();
  const input = useToolInput() ?? {};
  const output = useToolOutput();
  const meta = useToolResponseMetadata();
  const calls = useCan("callTool");
  const messages = useCan("sendFollowUpMessage");
  const phase = useHostValue((s) => s.phase);
  const told = useMemo(
    () => (phase === "ready" ? readView(output, meta, words.lang) : null),
    [phase, output, meta, words],
  );
  const [local, setLocal] = useState<{ of: unknown; view: View | null } | null>(null);
  const [busy, setBusy] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [news, setNews] = useState("");
  const here = local?.of === output ? local : null;
  const current = here && here.view;

  /** Calls the tool if there is one to call and shows its view; says whether that went well. */
  const call = async (tool: string, args: Dict): Promise<boolean> => {
    if (!calls) return false;
    setDoing({ what: tool === "schedule_appointment" ? words.booking : words.looking, at: null });
    try {
      const result = await host.callTool(tool, args, ({ progress, total, message }) =>
        setDoing((was) => was && { what: message || was.what, at: total ? Math.min(1, progress / total) : null }),
      );
      const view = failed(result) ? null : readView(result.structuredContent, result._meta, words.lang);
      if (view) setLocal({ of: output, view });
      return view !== null;
    } catch {
      return false;
    } finally {
      setDoing(null);
    }
  };
  const ask = async (prompt: string): Promise<void> => {
    try {
      await host.sendFollowUpMessage({ prompt });
      setNews(words.asked);
    } catch {
      setNews(words.unsent);
    }
  };
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setNews("");
    await work();
    setBusy(false);
  };

  const choose = async (doctor: Doctor): Promise<void> => {
    const booking = bookingOf(input);
    if (await call(booking ? "schedule_appointment" : "get_available_slots", { ...naming(doctor), ...booking })) return;
    await ask(booking ? words.askFailed(wish(who(doctor), text(input["slotTime"]))) : words.askSlots(who(doctor)));
  };
  const book = async (doctor: Doctor | null, slot: Slot): Promise<void> => {
    const what = wish(doctor ? who(doctor) : text(input["doctorName"]), slot.day, slot.clock);
    const patient = patientOf(input);
    // Name and phone are the patient's to give, in the conversation; a card is no place to ask for them.
    if (!patient || !calls) return ask(words.askBooking(what));
    const args = {
      ...(doctor ? naming(doctor) : naming(input)),
      ...(slot.id ? { slotId: slot.id } : { slotTime: slot.clock }),
      ...patient,
    };
    if (!(await call("schedule_appointment", args))) await ask(words.askFailed(what));
  };
  return {
    view: current ?? told,
    able: calls || messages,
    busy,
    doing,
    news,
    choose: (doctor) => once(() => choose(doctor)),
    book: (doctor, slot) => once(() => book(doctor, slot)),
    back: current ? () => (setLocal({ of: output, view: null }), setNews("")) : null,
    here,
  };
}

const wish = (...parts: string[]): string => parts.filter(Boolean).join(", ");
const who = (doctor: Doctor): string => (doctor.specialty ? `${doctor.name} (${doctor.specialty})` : doctor.name);

/** The arguments that name a doctor to the tools: the id, else the name and what tells it from others. */
export function naming(doctor: Doctor | Dict): Dict {
  const { id, doctorId, name, doctorName, specialty } = doctor as Dict;
  const known = text(id) || text(doctorId);
  if (known) return { doctorId: known };
  return { doctorName: text(name) || text(doctorName), ...(text(specialty) ? { specialty: text(specialty) } : {}) };
}

/** Name and phone, where the request has both. */
export function patientOf(input: Dict): Dict | null {
  const { patientName, patientPhone } = input;
  return text(patientName) && text(patientPhone) ? { patientName, patientPhone } : null;
}

/** What a request for an appointment said besides the doctor; null when it was none. */
export function bookingOf(input: Dict): Dict | null {
  const { slotId, slotTime } = input;
  const patient = patientOf(input);
  const slot = text(slotId) ? { slotId } : text(slotTime) ? { slotTime } : null;
  return patient && slot && { ...slot, ...patient };
}
