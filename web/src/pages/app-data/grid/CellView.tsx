import { Check, X } from "lucide-react";
import type { Column } from "~/api/tables";
import { show } from "../cells/write";
import type { Fault } from "../rows/line";

/** What stands in a cell; what could not be saved stands there as it was typed. */
export function CellView({ value, column, fault }: { value: unknown; column: Column; fault: Fault | undefined }) {
  if (fault)
    return (
      <span title={fault.message}>
        {fault.text ?? show(value, column)}
        <span className="sr-only"> ({fault.message})</span>
      </span>
    );
  if (value === null || value === undefined) return null;
  switch (column.type) {
    case "boolean":
      return value === true ? (
        <Check size={16} className="mx-auto text-good" role="img" aria-label="yes" />
      ) : (
        <X size={16} className="mx-auto text-muted" role="img" aria-label="no" />
      );
    case "enum":
      return <Chip>{String(value)}</Chip>;
    case "tags":
      return (
        <span className="flex gap-1 overflow-hidden">
          {(Array.isArray(value) ? value : []).map((tag) => (
            <Chip key={String(tag)}>{String(tag)}</Chip>
          ))}
        </span>
      );
    case "image":
      return (
        <span className="flex items-center gap-2">
          <img
            src={String(value)}
            alt=""
            loading="lazy"
            className="size-7 rounded-md object-cover bg-sunken shrink-0 border border-line"
          />
          <span className="truncate text-muted">
            {String(value).startsWith("data:") ? "Picture" : nameOf(String(value))}
          </span>
        </span>
      );
    default:
      return show(value, column);
  }
}

const Chip = ({ children }: { children: string }) => (
  <span className="rounded-full bg-sunken px-2 py-0.5 text-xs font-medium">{children}</span>
);

const nameOf = (url: string) =>
  url
    .replace(/[?#].*$/, "")
    .split("/")
    .filter(Boolean)
    .at(-1) ?? url;
