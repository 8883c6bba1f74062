import type { ReactNode } from "react";
import { CopyButton } from "./CopyButton";

interface Props {
  text: string;
  /** What is copied: "the command". */
  what: string;
  /** Above the text, at the left of the copy button. */
  title?: ReactNode;
  /** Taken off the height that the text may have before it scrolls; default: it never does. */
  limited?: boolean;
}

/** Text for machines, with the way to copy it. Lines wrap, so that nothing scrolls sideways. */
export function CodeBlock({ text, what, title, limited = false }: Props) {
  return (
    <div className="rounded-control bg-sunken min-w-0">
      <div className="flex items-center justify-between gap-2 pl-3 pr-1 pt-1">
        <span className="text-xs font-medium text-muted min-w-0 truncate">{title}</span>
        <CopyButton text={text} what={what} />
      </div>
      <pre
        tabIndex={limited ? 0 : undefined}
        role={limited ? "region" : undefined}
        aria-label={limited ? what : undefined}
        className={`px-3 pb-3 text-[0.8125rem] leading-relaxed whitespace-pre-wrap wrap-anywhere rounded-b-control ${limited ? "max-h-96 overflow-y-auto" : ""}`}
      >
        {text}
      </pre>
    </div>
  );
}
