import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./Button";
import { Tooltip } from "./Tooltip";

/** A button that shows only an icon; label is its name and its tooltip. */
export function IconButton({
  label,
  icon,
  className,
  look = "quiet",
  ...rest
}: Omit<ButtonProps, "children" | "icon"> & { label: string; icon: ReactNode }) {
  return (
    <Tooltip text={label}>
      <Button {...rest} look={look} icon={icon} aria-label={label} className={className} />
    </Tooltip>
  );
}
