import type { App } from "~/api/apps";

/** Who may call an app, each in a sentence. */
export const kinds: readonly { value: App["access"]; label: string; says: string }[] = [
  { value: "public", label: "Anybody", says: "Nobody signs in. For what may be seen by all the world." },
  {
    value: "mixed",
    label: "Anybody, and more for people who sign in",
    says: "Tools that need a scope, and rows of one’s own, are for people who sign in; all the rest is for everybody.",
  },
  {
    value: "person",
    label: "Only people who sign in",
    says: "Every call is a person’s: clients ask them to sign in, or send an API key of theirs.",
  },
];

/** Who may use an app, as the form has it: lists one a line. */
export interface Choices {
  access: App["access"];
  emails: string;
  domains: string;
}

export type Field = keyof Choices;

export const fields: readonly Field[] = ["access", "emails", "domains"];

/** What is stored of an app, as the form has it. */
export const choicesOf = ({ access, allow }: Pick<App, "access" | "allow">): Choices => ({
  access,
  emails: (allow.emails ?? []).join("\n"),
  domains: (allow.domains ?? []).join("\n"),
});

/** What was chosen and typed and is not saved, each with what was stored when it was begun. */
export type Typed = { [F in Field]?: { now: Choices[F]; from: Choices[F] } };

/** Nothing typed. */
export const nothing: Typed = {};

/** Whether what this browser kept was typed here. */
export const isTyped = (value: unknown): value is Typed =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).every(
    ([field, typed]: [string, { now?: unknown; from?: unknown } | null]) =>
      fields.some((known) => known === field) &&
      [typed?.now, typed?.from].every(
        (text) => typeof text === "string" && (field !== "access" || kinds.some((kind) => kind.value === text)),
      ),
  );

/** What is typed without some fields. */
export function without(typed: Typed, gone: readonly Field[]): Typed {
  const rest = Object.fromEntries(Object.entries(typed).filter(([field]) => !gone.includes(field as Field))) as Typed;
  return Object.keys(rest).length ? rest : nothing;
}

/** What is typed with one field more; one that says what is stored is forgotten. */
export const put = <F extends Field>(typed: Typed, field: F, now: Choices[F], stored: Choices): Typed =>
  now === stored[field]
    ? without(typed, [field])
    : { ...typed, [field]: { now, from: typed[field]?.from ?? stored[field] } };

/** What is typed, as if it had been begun from what is stored now. */
export const begunFrom = (typed: Typed, stored: Choices): Typed =>
  fields.reduce<Typed>((all, field) => (typed[field] ? put(all, field, typed[field].now, stored) : all), nothing);

/** The fields that say something else than what is stored, and those of them in which that was changed meanwhile. */
export function own(typed: Typed, stored: Choices): { changed: Field[]; clashing: Field[] } {
  const changed = fields.filter((field) => typed[field] && !same(typed[field].now, stored[field]));
  return { changed, clashing: changed.filter((field) => !same(typed[field]?.from ?? "", stored[field])) };
}

/** Whether two texts of a field say the same; a domain is typed with its @ or without. */
const same = (a: string, b: string) => said(a) === said(b);
const said = (text: string) => entriesOf(text).map(withoutAt).join();

/** A domain as it is stored. */
export const withoutAt = (domain: string) => domain.replace(/^@/, "");

/** What stands in a list that is typed one a line, or pasted with commas. */
export const entriesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
];
