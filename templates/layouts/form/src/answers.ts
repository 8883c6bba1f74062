import { type Dict, formatDate, formatNumber, isDict, readDate } from "@chatui/runtime";
import { type Field, type Form, isDay, type Kind } from "./data.ts";
import { readNumber, type Signs, signsOf } from "./numbers.ts";

/** What stands in the fields, by name: text as typed, true or false of a check box. */
export type Answers = ReadonlyMap<string, string | boolean>;

const english = signsOf("en");

/** What stands in the fields at first: a number as the person would type it. */
export function initialAnswers(fields: Field[], signs = english): Answers {
  return new Map(
    fields.map((f) => [
      f.name,
      f.kind === "number" ? written(String(f.initial)).replace(".", signs.decimal) : f.initial,
    ]),
  );
}

/** A number that a machine has written, without an exponent. */
const written = (text: string): string =>
  /e/i.test(text)
    ? new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 20 }).format(Number(text))
    : text;

/** Writes a number, a day or a moment as the person reads it. */
export type Format = (value: number | string) => string;

export const formatIn =
  (locale: string): Format =>
  (value) =>
    typeof value === "number" ? formatNumber(value, locale) : formatDate(value, locale) || value;

/** What is wrong with each answer, by name and in sentences; empty when the form can be sent. */
export function problems(
  fields: Field[],
  answers: Answers,
  format: Format = String,
  signs = english,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const field of fields) {
    const problem = problemOf(field, answers.get(field.name) ?? "", format, signs);
    if (problem) found.set(field.name, problem);
  }
  return found;
}

function problemOf(field: Field, answer: string | boolean, format: Format, signs: Signs): string | null {
  if (typeof answer === "boolean") return field.required && !answer ? "Tick this box to go on." : null;
  const given = answer.trim();
  if (!given) return field.required ? (field.kind === "select" ? "Choose one." : "Fill this in.") : null;
  if (field.maxLength !== null && [...given].length > field.maxLength)
    return `Use at most ${format(field.maxLength)} characters.`;
  const form = forms[field.kind];
  if (form && !form.fits(given)) return form.problem;
  if (field.kind !== "number") return outside(field, given, format);
  const number = readNumber(given, signs);
  if (!Number.isFinite(number)) return "Enter a number.";
  if (field.integer && !Number.isInteger(number)) return "Enter a whole number.";
  return outside(field, number, format);
}

/** What a field of one line must look like, where that can be said. */
const forms: Partial<Record<Kind, { fits: (given: string) => boolean; problem: string }>> = {
  date: { fits: isDay, problem: "Enter a date." },
  datetime: { fits: (given) => readDate(given)?.day === false, problem: "Enter a date and a time." },
  time: { fits: (given) => /^([01]\d|2[0-3]):[0-5]\d$/.test(given), problem: "Enter a time." },
  email: { fits: (given) => /^[^\s@]+@[^\s@]+$/.test(given), problem: "Enter an e-mail address." },
  phone: { fits: (given) => /^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(given), problem: "Enter a telephone number." },
  url: {
    fits: (given) => /^https?:\/\/[^\s]/.test(addressOf(given)) && URL.canParse(addressOf(given)),
    problem: "Enter a web address that begins with https.",
  },
};

function outside(field: Field, value: number | string, format: Format): string | null {
  const { min, max } = field;
  const day = field.kind === "date";
  if (min !== null && value < min) return day ? `Choose ${format(min)} or later.` : `Enter ${format(min)} or more.`;
  if (max !== null && value > max) return day ? `Choose ${format(max)} or earlier.` : `Enter ${format(max)} or less.`;
  return null;
}

/** The arguments of the call: the fixed ones, and every answer in the type of its field. What was left empty is left out. */
export function toArguments(form: Form, answers: Answers, signs = english): Dict {
  const args = new Map(Object.entries(form.fixed));
  for (const field of form.fields) {
    const answer = answers.get(field.name) ?? "";
    const given = typeof answer === "string" ? answer.trim() : answer;
    if (given === "") args.delete(field.name);
    else if (field.kind === "number") args.set(field.name, readNumber(String(given), signs));
    else if (field.kind === "datetime")
      args.set(field.name, new Date(String(given)).toISOString().replace(".000Z", "Z"));
    else if (field.kind === "url") args.set(field.name, addressOf(String(given)));
    else if (field.kind === "tags") args.set(field.name, tagsOf(String(given)));
    else if (field.kind === "select")
      args.set(field.name, field.options.find((o) => String(o.value) === given)?.value ?? given);
    else args.set(field.name, given);
  }
  // Unlike an assignment, this makes an own property even of "__proto__".
  return Object.fromEntries(args);
}

/** A web address as programs want it: people leave out how it begins. */
const addressOf = (given: string): string =>
  /^[^\s:/@]+\.\p{L}\S*$/u.test(given) ? ["https:", "", given].join("/") : given;

/** The words of a list that is typed with commas between them, each once. */
const tagsOf = (given: string): string[] => [
  ...new Set(
    given
      .split(/[,،、;\n]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

/**
 * What a tool answered, in pairs that can be read: the plain values of its structured result, twelve at most. Of a row that
 * was kept its values, under the labels of the fields, a choice under its own.
 */
export function readings(
  structured: unknown,
  fields: Field[] = [],
  format: Format = String,
): [name: string, value: string][] {
  if (!isDict(structured)) return [];
  const row = structured["row"];
  const kept = isDict(row);
  return Object.entries(kept ? row : structured)
    .filter(([name]) => !(kept && name === "id"))
    .filter(
      (pair): pair is [string, string | number | boolean] =>
        ["string", "number", "boolean"].includes(typeof pair[1]) && pair[1] !== "",
    )
    .slice(0, 12)
    .map(([name, value]) => {
      const field = fields.find((field) => field.name === name);
      const chosen = field?.options.find((option) => option.value === value)?.label;
      // A whole number may be a year or one of an order, but not where the form asks for any number.
      const plain = field?.integer !== false && Number.isInteger(value);
      return [
        field?.label ?? words(name),
        chosen ?? (typeof value === "boolean" ? (value ? "Yes" : "No") : plain ? String(value) : format(value)),
      ];
    });
}

/** "bookingId" and "booking_id" as people write them: "Booking id". */
function words(name: string): string {
  const spaced = name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/([a-z\d])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
