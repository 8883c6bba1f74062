import type { Column } from "~/api/tables";
import type { Known } from "./known";
import { cellAt, type Fault, type Line, type Values } from "./line";
import { none, type Steps } from "./steps";

export interface State {
  /** The lines that are here, in the table's order; those that were added in this page stand first. */
  lines: readonly Line[];
  /** How many rows fit what is looked for, with those that are not here yet. */
  total: number;
  loading: boolean;
  /** Why the next rows could not be read. */
  failure: unknown;
  faults: ReadonlyMap<string, Fault>;
  saving: "saved" | "saving" | "offline";
  steps: Steps;
}

/** What was not saved when other rows were asked for. */
export interface Left {
  lines: readonly Line[];
  faults: ReadonlyMap<string, Fault>;
  known: Known;
}

/** Before anything was read. */
export const begun: State = {
  lines: [],
  total: 0,
  loading: true,
  failure: null,
  faults: new Map(),
  saving: "saved",
  steps: none,
};

/** Names of cells by key of line. */
export type Own = ReadonlyMap<string, ReadonlySet<string>>;

/** The cells with something that is not on the server, by key of line. */
export function unsavedIn(pending: ReadonlyMap<string, Values>, faults: State["faults"]): Own {
  const own = new Map([...pending].map(([key, values]) => [key, new Set(Object.keys(values))]));
  for (const cell of faults.keys()) {
    const [key, name] = cellAt(cell);
    own.set(key, (own.get(key) ?? new Set()).add(name));
  }
  return own;
}

/** What goes on when other rows are asked for: lines that are begun, and those with a cell of these columns that was refused. */
export function leftOf(state: State, columns: readonly Column[], known: Known, isBegun: (line: Line) => boolean): Left {
  const names = new Set(columns.map(({ name }) => name));
  const faults = new Map([...state.faults].filter(([cell]) => names.has(cellAt(cell)[1])));
  const faulty = new Set([...faults.keys()].map((cell) => cellAt(cell)[0]));
  const lines = state.lines.filter((line) => faulty.has(line.key) || isBegun(line));
  return { lines, faults, known: known.of(lines.map(({ key }) => key)) };
}
