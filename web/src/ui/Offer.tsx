import type { ReactNode } from "react";
import { Button } from "./Button";
import { Notice } from "./Notice";

/** Says what stands in the way, and offers the one thing that would help. */
export function Offer({
  does,
  onTake,
  children,
}: {
  does: string;
  onTake?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <Notice
      tone="warn"
      action={
        onTake && (
          <Button size="small" onClick={onTake}>
            {does}
          </Button>
        )
      }
    >
      {children}
    </Notice>
  );
}
