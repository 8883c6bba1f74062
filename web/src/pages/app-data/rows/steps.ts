import type { Change, Line } from "./line";

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
