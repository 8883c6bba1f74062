import clsx from "clsx";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Spinner } from "./Spinner";

export type Look = "primary" | "plain" | "quiet" | "danger";

const looks: Record<Look, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover shadow-low forced-colors:border",
  plain: "bg-surface text-text border border-line hover:bg-hover shadow-low",
  quiet: "text-text hover:bg-hover",
  danger: "bg-bad text-on-bad hover:brightness-110 shadow-low forced-colors:border",
};

/** The classes of a button, for links that look like one. */
export const buttonClass = (look: Look = "plain", size: "small" | "normal" = "normal", square = false) =>
  clsx(
    "target relative inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none no-underline transition-colors",
    "disabled:opacity-55 aria-disabled:opacity-55",
    square ? "aspect-square" : size === "small" ? "px-2.5" : "px-3.5",
    size === "small" && "text-sm",
    looks[look],
  );

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  size?: "small" | "normal";
  /** Shows that work is going on, and takes no further clicks; the button keeps its width and focus. */
  busy?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Without children it is as wide as it is high. */
export function Button({
  look = "plain",
  size = "normal",
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      className={clsx(buttonClass(look, size, !children), className)}
      onClick={busy ? (e) => e.preventDefault() : onClick}
    >
      {busy ? (
        <span className={icon ? "contents" : "absolute inset-0 grid place-items-center"}>
          <Spinner />
        </span>
      ) : (
        icon
      )}
      {busy && !icon ? <span className="opacity-0">{children}</span> : children}
    </button>
  );
}
