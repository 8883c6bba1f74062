import type { VNode } from "preact";
import { Icon } from "./icon.tsx";
import { backIcon } from "./icons.ts";
import { press } from "./press.ts";

/** The quiet way back, above what it leads back from. */
export function Back(props: { label: string; rests?: boolean | undefined; onClick: () => void }): VNode {
  return (
    <button type="button" class="back" {...press(props.onClick, props.rests)}>
      <Icon path={backIcon} />
      {props.label}
    </button>
  );
}
