import clsx from "clsx";
import type { HTMLAttributes } from "react";

export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div
      {...rest}
      className={clsx("rounded-card border border-line bg-surface shadow-low p-4 sm:p-5 min-w-0", className)}
    />
  );
}
