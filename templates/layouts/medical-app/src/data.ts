import { type Dict, isDict, safeImage, text } from "@chatui/runtime";

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

/** One free time. day and clock are as the server wrote them: no time zone is guessed. */
export interface Slot {
  id: string;
  day: string;
  clock: string;
}

/** A list, and how many of its entries are none. */
export interface Read<T> {
  entries: T[];
  skipped: number;
}

export type View =
  | { kind: "doctors-list" | "disambiguation"; doctors: Read<Doctor> }
  | { kind: "slots-list"; doctor: Doctor | null; slots: Read<Slot> }
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
      return { kind, doctor: readDoctor(data["doctor"]), slots: read(data["slots"], (v) => readSlot(v, lang)) };
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

/**
 * Day and clock out of the server's words and its RFC 3339 time. The words win, since they are the clock of the surgery;
 * the time only lends its date in English, and only when both show the same clock.
 */
function moment(words: string, time: string, lang: string): { day: string; clock: string } | null {
  const iso = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time);
  const date = iso ? longDate(iso[1] as string, lang) : "";
  const said = words || (date ? "" : time);
  const parts = said.length < 200 ? clockAtEnd.exec(said) : null;
  if (!said) return iso && date ? { day: date, clock: iso[2] as string } : null;
  const day = parts?.[1] ?? "";
  const clock = parts?.[2] ?? said;
  return lang === "en" && date && clock === iso?.[2] ? { day: date, clock } : { day, clock };
}

function longDate(date: string, lang: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return "";
  return new Intl.DateTimeFormat(lang, { dateStyle: "full", timeZone: "UTC" }).format(day);
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
export function byDay(slots: Slot[]): [string, Slot[]][] {
  const days = new Map<string, Slot[]>();
  for (const slot of slots) days.set(slot.day, [...(days.get(slot.day) ?? []), slot]);
  return [...days];
}
