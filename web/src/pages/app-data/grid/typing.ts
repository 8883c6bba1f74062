import type { Column } from "~/api/tables";
import { said } from "../cells/read";

/** How the field of a cell was opened: by a character that goes into it, by a key that asks for it, by the pointer. */
export type Opened = "typed" | "asked" | "pointed";

/** Whether a key writes a character, and is no command. */
export const writes = (event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): boolean =>
  event.key.length === 1 && (!(event.ctrlKey || event.metaKey || event.altKey) || (event.ctrlKey && event.altKey));

/** Whether a key says nothing yet: it is held for another one, or begins a character. */
export const waits = (key: string): boolean =>
  /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead|Process|Unidentified)$/.test(key);

/** What is typed into a cell of choices without opening it. */
export interface Ahead {
  cell: string;
  text: string;
  /** Of the last key, in milliseconds. */
  at: number;
}

/** A pause after which letters begin another word, as in the lists of the platform, and what they chose is stored. */
export const pause = 1000;

/** What is typed so far, with one character more. */
export const further = (before: Ahead | null, cell: string, key: string, at: number): Ahead => ({
  cell,
  text: before?.cell === cell && at - before.at < pause ? before.text + key : key,
  at,
});

/** The choice that a text means or begins; undefined: none. */
export function choiceOf(text: string, { type, values }: Pick<Column, "type" | "values">): string | undefined {
  const begun = text.toLocaleLowerCase();
  const fits = (word: string) => word.toLocaleLowerCase().startsWith(begun);
  if (type !== "boolean") return values?.find((v) => v.toLocaleLowerCase() === begun) ?? values?.find(fits);
  const exactly = (word: string) => word === begun;
  return (["yes", "no"] as const).find((v) => said[v].some(exactly)) ?? (["yes", "no"] as const).find((v) => said[v].some(fits)); // prettier-ignore
}

/** Where Tab began to go along a row. */
export interface Run {
  row: number;
  idx: number;
}

/** The column that Enter goes down in: the one where Tab began in this row, as in spreadsheets. */
export const homeOf = (run: Run | null, row: number, idx: number): number => (run?.row === row ? run.idx : idx);
