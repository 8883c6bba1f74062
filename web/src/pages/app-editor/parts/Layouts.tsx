import clsx from "clsx";
import { Check } from "lucide-react";
import type { Layout } from "~/api/layouts";
import { Picture } from "~/create/Picture";
import { Button, Notice, toast } from "~/ui";
import { useDraftSession, useField } from "../draft/useDraft";
import { equal } from "../draft/equal";
import { problemsOf } from "../data/validate";

/** The layouts with their pictures. Data that fits the new one stays; else its sample is offered. */
export function Layouts({ layouts, readOnly }: { layouts: readonly Layout[]; readOnly: boolean }) {
  const session = useDraftSession();
  const chosen = useField("layoutTemplate");
  const data = useField("mockData");
  const current = layouts.find(({ name }) => name === chosen);
  const choose = (next: Layout) => {
    if (next.name === chosen) return;
    const untouched = current !== undefined && equal(data, current.sample);
    session.edit(untouched ? { layoutTemplate: next.name, mockData: next.sample } : { layoutTemplate: next.name });
    toast({ title: `Layout: ${next.title}`, key: "layout", undo: session.wayBack() });
  };
  const misfits = current ? problemsOf(current.dataSchema, data).length : 0;
  return (
    <div className="grid gap-4">
      {current && misfits > 0 && !equal(data, current.sample) && (
        <Notice
          tone="warn"
          action={
            !readOnly && (
              <Button size="small" onClick={() => session.edit({ mockData: current.sample })}>
                Use the sample
              </Button>
            )
          }
        >
          The data does not fit {current.title} in {misfits === 1 ? "one place" : `${misfits} places`}. It is kept as it
          is; change it under Data, or begin with the layout’s sample.
        </Notice>
      )}
      <ul className="grid gap-3 grid-cols-2 sm:grid-cols-3" aria-label="Layouts">
        {layouts.map((layout) => {
          const on = layout.name === chosen;
          return (
            <li key={layout.name} className="min-w-0">
              <button
                type="button"
                aria-pressed={on}
                disabled={readOnly}
                onClick={() => choose(layout)}
                data-path={on ? "layoutTemplate" : undefined}
                aria-describedby={`layout-${layout.name}`}
                className={clsx(
                  "w-full h-full text-left rounded-card border bg-surface overflow-hidden grid grid-cols-1 grid-rows-[auto_1fr] shadow-low transition-colors",
                  on ? "border-accent outline-2 -outline-offset-2 outline-accent" : "border-line hover:border-edge",
                )}
              >
                <Picture src={layout.preview} />
                <span className="p-2.5 flex items-start gap-1.5 font-medium text-sm">
                  <span className="flex-1 min-w-0">{layout.title}</span>
                  {on && <Check size={16} className="text-accent shrink-0 mt-0.5" aria-hidden="true" />}
                </span>
              </button>
              <span id={`layout-${layout.name}`} hidden>
                {layout.description}
              </span>
            </li>
          );
        })}
      </ul>
      {current && <p className="text-sm text-muted">{current.description}</p>}
    </div>
  );
}
