import { cellKey, without, type Change, type Line } from "./line";

/** Something that was done and can be taken back. */
export type Step =
  | { is: "edited"; before: readonly Change[]; after: readonly Change[] }
  | { is: "added"; lines: readonly Line[] }
  | { is: "removed"; lines: readonly Line[] };

/** What was done, and what was taken back since. */
export interface Steps {
  past: readonly Step[];
  future: readonly Step[];
}

export const none: Steps = { past: [], future: [] };

const most = 100;

export const done = ({ past }: Steps, step: Step): Steps => ({ past: [...past, step].slice(-most), future: [] });

/** What has to be done to take a step back. */
export const inverse = (step: Step): Step => {
  switch (step.is) {
    case "edited":
      return { is: "edited", before: step.after, after: step.before };
    case "added":
      return { is: "removed", lines: step.lines };
    case "removed":
      return { is: "added", lines: step.lines };
  }
};

/** The steps without cells that somebody else has changed since, and without rows that somebody else has deleted. */
export function forgotten(steps: Steps, cells: ReadonlySet<string>, gone: ReadonlySet<string>): Steps {
  if (!cells.size && !gone.size) return steps;
  const left = (changes: readonly Change[]) =>
    changes.flatMap(({ key, values }): Change[] => {
      const rest = without(
        values,
        Object.keys(values).filter((name) => cells.has(cellKey(key, name))),
      );
      return gone.has(key) || !Object.keys(rest).length ? [] : [{ key, values: rest }];
    });
  const each = (list: readonly Step[]) =>
    list.flatMap((step): Step[] => {
      if (step.is === "edited") {
        const after = left(step.after);
        return after.length ? [{ ...step, before: left(step.before), after }] : [];
      }
      if (step.is === "removed") return [step];
      const lines = step.lines.filter(({ key }) => !gone.has(key));
      return lines.length ? [{ ...step, lines }] : [];
    });
  return { past: each(steps.past), future: each(steps.future) };
}

/** The rows that the steps are about. */
export const touchedBy = ({ past, future }: Steps): string[] =>
  [...past, ...future].flatMap((step) => (step.is === "edited" ? step.after : step.lines).map(({ key }) => key));
