import type { VNode } from "preact";

/** Heading of level two and the sentence below it; nothing when both are "". */
export function Head({ title, subtitle }: { title: string; subtitle: string }): VNode | null {
  if (!title && !subtitle) return null;
  return (
    <header class="head">
      {title ? (
        <h2 class="title" dir="auto">
          {title}
        </h2>
      ) : null}
      {subtitle ? (
        <p class="lead" dir="auto">
          {subtitle}
        </p>
      ) : null}
    </header>
  );
}

/** Says how many entries of the data could not be shown; nothing when all could. */
export function Skipped({ count }: { count: number }): VNode | null {
  if (count <= 0) return null;
  return (
    <p class="note" dir="auto">
      {count === 1 ? "1 entry could not be shown." : `${count} entries could not be shown.`}
    </p>
  );
}
