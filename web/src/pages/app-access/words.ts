import type { App } from "~/api/apps";
import { begun } from "~/data/begun";

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

/** What is stored of an app, as the form has it. */
export const choicesOf = ({ access, allow }: Pick<App, "access" | "allow">): Choices => ({
  access,
  emails: (allow.emails ?? []).join("\n"),
  domains: (allow.domains ?? []).join("\n"),
});

/** Whether two texts of a field say the same; a domain is typed with its @ or without. */
const same = (a: string, b: string) => said(a) === said(b);
const said = (text: string) => entriesOf(text).map(withoutAt).join();

/** A domain as it is stored. */
export const withoutAt = (domain: string) => domain.replace(/^@/, "");

/** Somebody as mail programs copy them: Ana Lima <ana@example.com>. */
const named = /(?<=^|[,;\n>])(?:[^\S\n]*"[^"\n]*"[^\S\n]*|[^",;\n<>@]*)<([^<>\s]+)>/g;

/** What stands in a list that is typed one a line, or pasted out of a mail; what differs in its case alone, once. */
export const entriesOf = (text: string): string[] => {
  const seen = new Set([""]);
  return text
    .replace(named, " $1 ")
    .split(/[\s,;]+/)
    .filter((entry) => seen.size < seen.add(entry.toLowerCase()).size);
};

/** What is typed over the choices that are stored. */
export const form = begun<Choices>(
  ["access", "emails", "domains"],
  same,
  (field, text) => field !== "access" || kinds.some(({ value }) => value === text),
);
