import type { VNode } from "preact";
import { Icon } from "./icon.tsx";
import { backIcon } from "./icons.ts";

/** The quiet way back, above what it leads back from. */
export function Back(props: { label: string; disabled?: boolean | undefined; onClick: () => void }): VNode {
  return (
    <button type="button" class="back" disabled={props.disabled} onClick={props.onClick}>
      <Icon path={backIcon} />
      {props.label}
    </button>
  );
}
