import clsx from "clsx";
import { Check, Minus, X } from "lucide-react";
import { Notice } from "~/ui";
import { steps, type Stop } from "./probe";

/** How far a call came; where it stopped, why, and what would help. */
export function Steps({ stop }: { stop: Stop | null }) {
  const at = stop ? steps.indexOf(stop.step) : steps.length;
  return (
    <div className="grid grid-cols-1 gap-3">
      <ol aria-label="Steps of the call" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {steps.map((step, i) => {
          const Icon = i < at ? Check : i === at ? X : Minus;
          return (
            <li
              key={step}
              className={clsx(
                "inline-flex items-center gap-1",
                i < at ? "text-good" : i === at ? "text-bad font-medium" : "text-muted",
              )}
            >
              <Icon size={15} aria-hidden="true" />
              {step}
              <span className="sr-only">{i < at ? "done" : i === at ? "stopped here" : "not reached"}</span>
            </li>
          );
        })}
      </ol>
      {stop && (
        <Notice tone={stop.step === "Data" ? "warn" : "bad"}>
          <ul className="grid gap-1 wrap-anywhere">
            {stop.why.slice(0, 6).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {stop.help && <p className="text-muted mt-1">{stop.help}</p>}
        </Notice>
      )}
    </div>
  );
}
