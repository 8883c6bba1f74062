import type { Style } from "./number";

const two = (n: number) => String(n).padStart(2, "0");

const months = [
  "jan ene gen", "feb fev", "mar maa mrz", "apr avr abr", "may mai mei mag", "jun juin giu", "jul juil lug", "aug aou ago", "sep set", "oct okt out ott", "nov", "dec dez dic",
].map((starts) => starts.split(" ")); // prettier-ignore

function monthOf(name: string): number {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return months.findIndex((starts) => starts.some((start) => plain.startsWith(start))) + 1;
}

const parts =
  /^(\d{1,4}|[\p{L}\p{M}]{3,12})\.?[\s./,-]\s*(?:de\s+)?(\d{1,2}|[\p{L}\p{M}]{3,12})(?:st|nd|rd|th)?\.?,?[\s./-]\s*(?:de\s+)?(\d{1,4})$/u;

const midnight = /[T ] *(?:00?:00(?::00(?:\.0+)?)?Z?|12:00(?::00)? ?AM)$/i;

/** A date as 2026-11-22, or what would be right. As the server reads it (platform/tables). */
export function dateOf(text: string, style: Style): { value: string } | { fault: string } {
  const none = { fault: "This is no date. Write 2026-11-22." };
  const cell = text.replace(midnight, "").replace(/^[\p{L}\p{M}]{2,12}\.?,\s+/u, "");
  const [, first = "", second = "", third = ""] = parts.exec(cell) ?? [];
  if (!first) return none;
  const [a, b] = [Number(first), Number(second)];
  let day: [year: string, month: number, day: number];
  if (Number.isNaN(a)) day = [third, monthOf(first), b];
  else if (Number.isNaN(b)) day = [third, monthOf(second), a];
  else if (first.length === 4) day = [first, b, Number(third)];
  else if (cell.includes(".") || a > 12 || style.dayFirst) day = [third, b, a];
  else if (b > 12 || style.monthFirst || a === b) day = [third, a, b];
  else return { fault: "Day and month cannot be told apart. Write 2026-11-22." };
  const [year, month, date] = day;
  const full =
    year.length === 4 ? year : year.length === 2 ? String(Number(year) + (Number(year) < 70 ? 2000 : 1900)) : "";
  const value = `${full}-${two(month)}-${two(date)}`;
  const real = new Date(`${value}T00:00:00Z`);
  return !full || Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== value ? none : { value };
}

const clock = /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2}))?)?\s*(uhr|h|a\.?m\.?|p\.?m\.?)?$/i;

/** A time of the day as 09:30, or what would be right. */
export function timeOf(text: string): { value: string } | { fault: string } {
  const none = { fault: "This is no time of day. Write 09:30." };
  const [, hours = "", minutes = "", seconds = "", half = ""] = clock.exec(text) ?? [];
  if (!hours || (!minutes && !half)) return none;
  let hour = Number(hours);
  if (/^[ap]/i.test(half)) {
    if (hour < 1 || hour > 12) return none;
    hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return none;
  return { value: `${two(hour)}:${minutes || "00"}${Number(seconds) ? `:${seconds}` : ""}` };
}
