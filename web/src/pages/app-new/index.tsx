import clsx from "clsx";
import { Link, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { useMay } from "~/api/me";
import { BuildByTalking } from "~/create/BuildByTalking";
import { TemplateGallery } from "~/create/TemplateGallery";
import { useTitle } from "~/shell/title";
import { EmptyState, PageHeader } from "~/ui";
import { useMore } from "~/ui/useMore";
import { Describe } from "./Describe";
import { FromJSON } from "./FromJSON";
import { FromLayout } from "./FromLayout";

const ways = [
  { from: undefined, label: "Describe", show: () => <Describe /> },
  { from: "layout", label: "Layout", show: () => <FromLayout /> },
  { from: "template", label: "Template", show: () => <FromApp /> },
  { from: "json", label: "JSON", show: () => <FromJSON /> },
] as const;

export default function NewApp() {
  useTitle("New app");
  const { build } = useMay();
  const { from } = useSearch({ from: "/inside/apps/new" });
  const way = ways.find((w) => w.from === from) ?? ways[0];
  const row = useRef<HTMLElement>(null);
  useMore(row, "[aria-current]", way.label);
  if (!build)
    return (
      <EmptyState title="Viewers cannot make apps">Ask an owner of this workspace to make you an editor.</EmptyState>
    );
  return (
    <>
      <PageHeader title="New app" />
      <nav
        ref={row}
        aria-label="Ways to begin"
        className="relative flex gap-1 border-b border-line mb-6 overflow-x-auto"
      >
        {ways.map((w) => (
          <Link
            key={w.label}
            to="/apps/new"
            search={w.from ? { from: w.from } : {}}
            replace
            aria-current={w === way ? "page" : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
            className={clsx(
              "target inline-flex items-center px-3 -mb-px border-b-2 font-medium text-sm whitespace-nowrap no-underline",
              "focus-visible:-outline-offset-2",
              w === way ? "border-accent text-text" : "border-transparent text-muted hover:text-text",
            )}
          >
            {w.label}
          </Link>
        ))}
      </nav>
      {way.show()}
      <div className="max-w-2xl w-full mx-auto pt-10">
        <BuildByTalking />
      </div>
    </>
  );
}

function FromApp() {
  return (
    <section aria-labelledby="gallery" className="grid gap-4">
      <div>
        <h2 id="gallery" className="text-lg font-semibold">
          Apps that ship with Berth
        </h2>
        <p className="text-muted">
          A copy is yours to change; your own apps are copied from{" "}
          <Link to="/apps" className="link">
            their list
          </Link>
          .
        </p>
      </div>
      <TemplateGallery />
    </section>
  );
}
