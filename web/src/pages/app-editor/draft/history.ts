import type { Draft, FieldName } from "./fields";

/** One step that can be taken back: the fields that it changed, before and after. What others changed stays. */
export interface Step {
  before: Partial<Draft>;
  after: Partial<Draft>;
  /** Steps with the same key that follow each other closely are one: a word that is typed, a slider that is drawn. */
  key: string;
  at: number;
}

export interface History {
  past: readonly Step[];
  future: readonly Step[];
}

export const emptyHistory: History = { past: [], future: [] };

const together = 1200;
const longest = 200;

/** Notes a change; at is the time in milliseconds. */
export function record({ past }: History, draft: Draft, changes: Partial<Draft>, key: string, at: number): History {
  const before: Partial<Draft> = {};
  for (const field of Object.keys(changes) as FieldName[]) Object.assign(before, { [field]: draft[field] });
  const last = past.at(-1);
  const joined = last !== undefined && key !== "" && last.key === key && at - last.at < together;
  const step: Step = joined
    ? { before: { ...before, ...last.before }, after: { ...last.after, ...changes }, key, at }
    : { before, after: changes, key, at };
  return { past: [...(joined ? past.slice(0, -1) : past), step].slice(-longest), future: [] };
}

/** Takes the last step back. Answers the fields to change, or undefined when there is none. */
export function undo({ past, future }: History): { history: History; changes: Partial<Draft> } | undefined {
  const step = past.at(-1);
  return (
    step && { history: { past: past.slice(0, -1), future: [{ ...step, key: "" }, ...future] }, changes: step.before }
  );
}

/** Does the step again that was taken back last. */
export function redo({ past, future }: History): { history: History; changes: Partial<Draft> } | undefined {
  const [step, ...rest] = future;
  return step && { history: { past: [...past, step], future: rest }, changes: step.after };
}
