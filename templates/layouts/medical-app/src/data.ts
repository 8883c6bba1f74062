import { type Dict, formatDate, isDict, readDate, safeImage, text } from "@chatui/runtime";

/** One doctor, cleaned: every string may be "". */
export interface Doctor {
  id: string;
  name: string;
  specialty: string;
  address: string;
  /** "São Paulo, SP". */
  place: string;
  image: string;
}

/** One free time, by the clock of the surgery. */
export interface Slot {
  id: string;
  /** The whole day, in words. */
  day: string;
  clock: string;
  /** The day in the form of ISO 8601; "" where the words alone say it. */
  date: string;
}

/** A day with free times. */
export interface Day {
  name: string;
  date: string;
  slots: Slot[];
}

/** A list, and how many of its entries are none. */
export interface Read<T> {
  entries: T[];
  skipped: number;
}

export type View =
  | { kind: "doctors-list" | "disambiguation"; doctors: Read<Doctor> }
  | { kind: "slots-list"; doctor: Doctor | null; slots: Read<Slot>; why: string }
  | { kind: "confirmation"; doctor: Doctor | null; when: string; patient: string; phone: string };

/**
 * The view that a tool's answer asks for. The metadata are the widget's own and complete; what they lack is taken from
 * what the model sees. null when the answer asks for none, as a failure does: the model speaks of it.
 */
export function readView(output: unknown, meta: Dict | null | undefined, lang: string): View | null {
  const data: Dict = { ...(isDict(output) ? output : {}), ...meta };
  const kind = viewOf(data);
  switch (kind) {
    case "doctors-list":
    case "disambiguation":
      return { kind, doctors: read(data[kind === "disambiguation" ? "matches" : "doctors"], readDoctor) };
    case "slots-list":
      return {
        kind,
        doctor: readDoctor(data["doctor"]),
        slots: read(data["slots"], (v) => readSlot(v, lang)),
        why: text(data["why"]),
      };
    case "confirmation":
      return isDict(data["appointment"]) ? readAppointment(data["appointment"], lang) : null;
    default:
      return null;
  }
}

/** The named view, else the one that the data speak of. */
function viewOf(data: Dict): unknown {
  const view = data["view"];
  if (typeof view === "string" && view) return view;
  if (isDict(data["appointment"])) return "confirmation";
  if (Array.isArray(data["matches"])) return "disambiguation";
  if (Array.isArray(data["slots"])) return "slots-list";
  return Array.isArray(data["doctors"]) ? "doctors-list" : null;
}

function read<T>(value: unknown, one: (entry: unknown) => T | null): Read<T> {
  const all = Array.isArray(value) ? value : [];
  const entries = all.map(one).filter((entry) => entry !== null);
  return { entries, skipped: all.length - entries.length };
}

function readDoctor(value: unknown): Doctor | null {
  if (!isDict(value)) return null;
  const doctor = {
    id: text(value["id"]),
    name: text(value["name"]),
    specialty: text(value["specialty"]),
    address: text(value["address"]),
    place: [text(value["city"]), text(value["state"])].filter(Boolean).join(", "),
    image: safeImage(value["imageUrl"]),
  };
  return doctor.name || doctor.specialty ? doctor : null;
}

const clockAtEnd = /^(.*?)[\s,]+(?:às\s+|at\s+)?(\d{1,2}(?::\d{2}|h\d{0,2}))$/i;

function readSlot(value: unknown, lang: string): Slot | null {
  if (!isDict(value)) return null;
  const told = moment(text(value["formattedTime"]), text(value["time"]), lang);
  return told ? { id: text(value["id"]), ...told } : null;
}

/** Writes a moment as "2025-01-13 09:00", by the clock of the app. */
const surgery = new Intl.DateTimeFormat("sv", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/**
 * Day and clock out of the server's words and its RFC 3339 time. The words have the clock of the surgery, and those in which
 * the app writes days are Portuguese; the time lends its date where it shows the same clock, in São Paulo or as it is written.
 */
function moment(words: string, time: string, lang: string): Omit<Slot, "id"> | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? readDate(time) : null;
  const written = at ? time.slice(0, 16).replace("T", " ") : "";
  const said = words || (at ? written : time);
  const parts = said.length < 200 ? clockAtEnd.exec(said) : null;
  if (!said) return null;
  const clock = parts?.[2] ?? said;
  const [date = ""] = (at ? [surgery.format(at.date), written] : [])
    .filter((moment) => moment.endsWith(` ${clock}`) && (words || moment === written))
    .map((moment) => moment.slice(0, 10));
  const day = words && lang !== "en" ? parts?.[1] : "";
  return { day: day || formatDate(date, lang, { dateStyle: "full" }) || (parts?.[1] ?? ""), clock, date };
}

function readAppointment(value: Dict, lang: string): View {
  const patient = isDict(value["patient"]) ? value["patient"] : {};
  const iso = /^\d{4}-\d\d-\d\dT/.test(text(value["scheduledAt"]));
  const at = moment(
    text(value["formattedDate"]) || (iso ? "" : text(value["scheduledAt"])),
    iso ? text(value["scheduledAt"]) : "",
    lang,
  );
  return {
    kind: "confirmation",
    doctor: readDoctor(value["doctor"]) ?? readDoctor({ name: value["doctorName"], specialty: value["specialty"] }),
    when: at ? [at.day, at.clock].filter(Boolean).join(", ") : "",
    patient: text(patient["name"]) || text(value["patientName"]),
    phone: text(patient["phone"]).replace(/\D/g, "").slice(-4),
  };
}

/** The slots by day, in the order in which the days come first. */
export function byDay(slots: Slot[]): Day[] {
  const days = new Map<string, Day>();
  for (const slot of slots) {
    const day = days.get(slot.day);
    if (day) day.slots.push(slot);
    else days.set(slot.day, { name: slot.day, date: slot.date, slots: [slot] });
  }
  return [...days.values()];
}
