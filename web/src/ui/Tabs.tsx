import clsx from "clsx";
import { Tabs as Base } from "@base-ui/react/tabs";
import { useRef, type ReactNode } from "react";
import { useMore } from "./useMore";

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
  tabs: readonly { value: string; label: ReactNode; panel: ReactNode }[];
}

/** Several views of one thing, one at a time. Panels that are not shown are not mounted. */
export function Tabs({ label, value, onChange, tabs }: Props) {
  const row = useRef<HTMLDivElement>(null);
  useMore(row, "[aria-selected=true]", value);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))} className="grid gap-4 min-w-0">
      <Base.List
        ref={row}
        aria-label={label}
        className="relative flex gap-1 border-b border-line overflow-x-auto [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={clsx(
              "relative target px-3 max-xs:px-2.5 -mb-px border-b-2 border-transparent text-muted hover:text-text",
              "data-[active]:border-accent data-[active]:text-text font-medium text-sm whitespace-nowrap",
              "focus-visible:-outline-offset-2",
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="min-w-0">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
