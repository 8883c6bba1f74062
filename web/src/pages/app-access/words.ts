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

/** What was chosen and typed and is not saved. */
export type Typed = Partial<{ access: App["access"]; emails: string; domains: string }>;

/** Nothing typed. */
export const nothing: Typed = {};

/** Whether what this browser kept was typed here. */
export const isTyped = (value: unknown): value is Typed => {
  if (typeof value !== "object" || value === null) return false;
  const { access = "public", emails = "", domains = "" } = value as Record<string, unknown>;
  return kinds.some((kind) => kind.value === access) && typeof emails === "string" && typeof domains === "string";
};

/** What stands in a list that is typed one a line, or pasted with commas. */
export const entriesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
];
