import clsx from "clsx";
import { Check } from "lucide-react";
import type { App } from "~/api/apps";
import type { Layout } from "~/api/layouts";
import { Picture } from "~/create/Picture";
import { Offer } from "~/ui";
import { useDraftSession, useField } from "../draft/useDraft";
import { equal } from "../draft/equal";
import { useLayoutChange } from "./useLayoutChange";
import { problemsOf } from "../data/validate";

interface Props {
  app: App;
  layouts: readonly Layout[];
  readOnly: boolean;
}

/** The layouts with their pictures. Data goes along from one to the other; where one cannot show it, its sample is offered. */
export function Layouts({ app, layouts, readOnly }: Props) {
  const session = useDraftSession();
  const chosen = useField("layoutTemplate");
  const data = useField("mockData");
  const current = layouts.find(({ name }) => name === chosen);
  const { choose, refused, drop } = useLayoutChange(app, layouts);
  const misfits = current ? problemsOf(current.dataSchema, data).length : 0;
  return (
    <div className="grid gap-4">
      {refused && (
        <Offer
          does="Begin with its sample"
          onTake={() => {
            drop();
            session.edit({ layoutTemplate: refused.layout.name, mockData: refused.layout.sample });
          }}
        >
          {refused.why} The layout stays as it was.
        </Offer>
      )}
      {current && misfits > 0 && !equal(data, current.sample) && (
        <Offer does="Use the sample" onTake={readOnly ? undefined : () => session.edit({ mockData: current.sample })}>
          The data does not fit {current.title} in {misfits === 1 ? "one place" : `${misfits} places`}. It is kept as it
          is; change it under Data, or begin with the layout’s sample.
        </Offer>
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
                onClick={() => void choose(layout)}
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
