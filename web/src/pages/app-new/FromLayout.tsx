import clsx from "clsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { layoutsQuery } from "~/api/layouts";
import { isProblem, sentence } from "~/api/problem";
import { fromSample } from "~/create/fromSample";
import { Picture } from "~/create/Picture";
import { useCreate } from "~/create/useCreate";
import { WidgetFrame } from "~/create/WidgetFrame";
import { useAddress } from "~/shell/address";
import { Button, ErrorState, Form, Loading, Notice, Skeleton, TextField } from "~/ui";

/** Chooses what the app looks like, and gives it a name; everything else has a sample. */
export function FromLayout() {
  const layouts = useQuery(layoutsQuery);
  const [wanted, choose] = useAddress("layout", "cards");
  const [name, setName] = useState("");
  const create = useCreate();
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>("label:has(:checked)");
    if (strip.current && chosen)
      strip.current.scrollLeft = chosen.offsetLeft - (strip.current.clientWidth - chosen.offsetWidth) / 2; // a row on phones
  }, [layouts.isSuccess]);
  if (layouts.isPending)
    return (
      <Loading what="Loading the layouts">
        <Skeleton className="h-96" />
      </Loading>
    );
  if (layouts.isError) return <ErrorState failure={layouts.error} onRetry={() => void layouts.refetch()} />;
  const layout = layouts.data.find((l) => l.name === wanted) ?? layouts.data[0];
  if (!layout) return null;
  const error = isProblem(create.error) ? create.error.field("name") : "";
  return (
    <Form
      className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start"
      failure={create.error}
      onSubmit={() => create.mutate(fromSample(name.trim(), layout))}
    >
      <fieldset className="min-w-0">
        <legend className="font-medium text-sm mb-2">Layout</legend>
        <div
          ref={strip}
          className="relative flex sm:grid gap-3 sm:grid-cols-3 max-sm:overflow-x-auto max-sm:-mx-4 max-sm:px-4 max-sm:py-1 max-sm:snap-x max-sm:scroll-px-4"
        >
          {layouts.data.map((l) => (
            <label
              key={l.name}
              className={clsx(
                "max-sm:w-36 max-sm:shrink-0 max-sm:snap-start relative rounded-card border border-line bg-surface",
                "overflow-hidden grid hover:border-edge has-checked:border-accent has-checked:ring-1",
                "has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
                "has-focus-visible:outline-accent",
              )}
            >
              <input
                type="radio"
                name="layout"
                value={l.name}
                checked={l === layout}
                onChange={() => choose(l.name)}
                className="absolute inset-0 opacity-0"
              />
              <Picture src={l.preview} />
              <span className="px-3 py-2 text-sm font-medium">{l.title}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 lg:sticky lg:top-20">
        <p className="text-muted">{layout.description}</p>
        <div className="grid sm:grid-cols-[1fr_auto] gap-3 items-start">
          <TextField
            label="Name of the app"
            value={name}
            onChange={(e) => setName(e.target.value)}
            maxLength={100}
            error={error}
            placeholder="Boats for hire"
          />
          <Button type="submit" look="primary" busy={create.isPending || create.isSuccess} className="sm:mt-[1.6rem]">
            Create the app
          </Button>
        </div>
        {create.error && !error && <Notice tone="bad">{sentence(create.error)}</Notice>}
        <WidgetFrame layout={layout.name} title={`Preview of the layout ${layout.title}`} />
      </div>
    </Form>
  );
}
