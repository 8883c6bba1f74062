import type { ComponentProps } from "react";
import { useMe } from "~/api/me";

/** Opens the menu about the person. */
export function AccountButton(props: ComponentProps<"button">) {
  const { user } = useMe();
  const name = user.name || user.email;
  return (
    <button
      type="button"
      {...props}
      aria-label={`Account: ${name}`}
      className="target aspect-square grid place-items-center rounded-full hover:bg-hover"
    >
      <span
        className="grid place-items-center size-8 rounded-full bg-accent-soft text-accent font-semibold text-sm"
        aria-hidden="true"
      >
        {[...name][0]?.toUpperCase() ?? "?"}
      </span>
    </button>
  );
}
