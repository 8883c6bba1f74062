import { Link } from "@tanstack/react-router";
import { FileInput } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { App } from "~/api/apps";
import type { Layout } from "~/api/layouts";
import { rowsOf, toolsOf } from "~/api/tools";
import { useAddress } from "~/shell/address";
import { Button, Notice, Segmented, Skeleton, toast } from "~/ui";
import { equal } from "../draft/equal";
import { useDraftSession, useDraftState, useField, useHeld } from "../draft/useDraft";
import { reveal } from "../parts/reveal";
import { DataForm } from "./DataForm";
import { isObject, type Schema } from "./schema";
import type { DataProblem } from "./validate";

const JsonEditor = lazy(() => import("../json/JsonEditor"));
const Import = lazy(() => import("../tabular/Import"));

interface Props {
  app: App;
  schema: Schema | undefined;
  layout: Layout | undefined;
  problems: readonly DataProblem[];
  readOnly: boolean;
}

/** What the widget shows, as a form, as JSON, or pasted from elsewhere. */
export function Data({ app, schema, layout, problems, readOnly }: Props) {
  const session = useDraftSession();
  const data = useField("mockData");
  const held = useHeld("mockData");
  const [as, setAs] = useAddress("data", "form");
  const [importing, setImporting] = useState(false);
  const unfinished = useDraftState((s) => s.unfinished !== null);
  const [led, setLed] = useState(false);
  if (!schema || !layout) return <Notice>This app makes its data itself, in the program that ships with Berth.</Notice>;
  const sample = equal(data, layout.sample);
  const form = as !== "json" && isObject(data);
  const table = rowsOf(toolsOf(app)[0]);
  return (
    <div className="grid gap-4">
      {table && (
        <Notice>
          An example, for the page of the widget. The tool itself shows rows of the table {table}:{" "}
          <Link to="/apps/$id/data" params={{ id: app.id }} search={{ table } as never} className="link">
            change them there
          </Link>
          .
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Edit the data as"
          hideLabel
          size="small"
          value={form ? "form" : "json"}
          onChange={(next) => {
            setLed(false);
            setAs(next);
          }}
          options={[
            { value: "form", label: "Form" },
            {
              value: "json",
              label: (
                <>
                  JSON
                  {unfinished && (
                    <span className="ml-1.5 inline-block size-1.5 rounded-full bg-bad align-middle">
                      <span className="sr-only"> (something to fix)</span>
                    </span>
                  )}
                </>
              ),
            },
          ]}
        />
        <span className="flex-1" />
        {!readOnly && !sample && (
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              session.edit({ mockData: layout.sample });
              toast({ title: "The sample is back", undo: session.wayBack() });
            }}
          >
            Back to the sample
          </Button>
        )}
        {!readOnly && (
          <Button size="small" icon={<FileInput size={15} aria-hidden="true" />} onClick={() => setImporting(true)}>
            Paste or import
          </Button>
        )}
      </div>
      {sample && !readOnly && (
        <p className="text-sm text-muted">This is the sample of {layout.title}. Change it, or paste your own.</p>
      )}
      {held && <Notice tone="bad">{held}</Notice>}
      {unfinished && form && (
        <Notice
          tone="warn"
          action={
            <Button
              size="small"
              data-path="mockData"
              onClick={() => {
                setLed(true);
                setAs("json");
              }}
            >
              Show the text
            </Button>
          }
        >
          Text that cannot be read waits under JSON. It is not in the data; what you change here stays.
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={() => reveal(problems[0]?.at ? `mockData.${problems[0].at}` : "mockData")}>
              Show the first
            </Button>
          }
        >
          {problems.length === 1 ? "One thing does" : `${problems.length} things do`} not fit {layout.title} yet. It is
          saved, and can be published once it fits.
        </Notice>
      )}
      {form ? (
        <DataForm schema={schema} problems={problems} readOnly={readOnly} />
      ) : (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <JsonEditor schema={schema} readOnly={readOnly} focus={led} />
        </Suspense>
      )}
      {importing && (
        <Suspense fallback={null}>
          <Import layout={layout} schema={schema} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
