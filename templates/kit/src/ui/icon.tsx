import type { VNode } from "preact";

/** A decorative icon out of icons.ts; the control around it carries the name. */
export function Icon({ path }: { path: string }): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
