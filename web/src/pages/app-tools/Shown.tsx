import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { App } from "~/api/apps";
import { checkQuery, misfitOf } from "~/api/check";
import { inLayout } from "~/api/inLayout";
import type { Layout } from "~/api/layouts";
import { isProblem, sentence } from "~/api/problem";
import type { Table } from "~/api/tables";
import { mapOf, tableOf, toolsOf, withMap, type FieldMap, type ToolDraft } from "~/api/tools";
import { Card, Offer, Segmented, Select } from "~/ui";
import { entryOf } from "./fieldMap";
import { kindOf } from "./kinds";
import { Opens } from "./Opens";
import { Places } from "./Places";

interface Props {
  app: App;
  tool: ToolDraft;
  tables: readonly Table[];
  layouts: readonly Layout[];
  /** The server has the tool as it stands. */
  saved: boolean;
  onChange(tool: ToolDraft): void;
}

/** How an answer is shown: the layout, and which column stands where in it. */
export function Shown({ app, tool, tables, layouts, saved, onChange }: Props) {
  const query = kindOf(tool) === "query";
  const table = tables.find(({ name }) => name === tableOf(tool.handler));
  const layout = layouts.find(({ name }) => name === tool.layoutTemplate);
  const map = mapOf(tool.handler);
  const check = useQuery({ ...checkQuery(app), enabled: query });
  const shows = check.data?.shows?.find((one) => one.tool === tool.name);
  const usual = shows?.map as FieldMap | null | undefined;
  const at = toolsOf(app).findIndex(({ name }) => name === tool.name);
  const misfit = query && saved ? misfitOf(check.data?.problems, at) : "";
  const known = saved && check.isSuccess && !check.isPlaceholderData;
  const [wanted, setWanted] = useState(false); // until it is known what to begin with
  const put = (result: FieldMap | null) => onChange(withMap(tool, result));
  const begin = useRef(() => {});
  begin.current = () => put(usual ?? { item: {} });
  useEffect(() => {
    if (!wanted || !known) return;
    setWanted(false);
    begin.current();
  }, [wanted, known]);
  const change = useMutation({
    mutationFn: (next: string) => inLayout(tool, next, tables),
    onSuccess: (changed) => onChange(changed),
  });
  const choose = (next: string) => {
    change.reset();
    if (!next) return onChange({ ...(query ? withMap(tool, null) : tool), layoutTemplate: null });
    if (!map && (tool.mockData ?? null) === null) return onChange({ ...tool, layoutTemplate: next });
    change.mutate(next);
  };
  const asked = layouts.find(({ name }) => name === change.variables);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <Select
        label="Shown as"
        value={tool.layoutTemplate ?? ""}
        error={misfit}
        hint={layout?.description.split(": ")[0]?.split(". ")[0]}
        options={[
          { value: "", label: "Text alone" },
          ...layouts
            .filter(({ name }) => !query || name !== "form")
            .map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(e) => choose(e.target.value)}
      />
      {change.error && asked && (
        <Offer
          does="Begin with its sample"
          onTake={() => {
            change.reset();
            onChange({ ...tool, layoutTemplate: asked.name, mockData: null });
          }}
        >
          {(isProblem(change.error) && change.error.field("layoutTemplate")) || sentence(change.error)} It stays as it
          was.
        </Offer>
      )}
      {query && table && layout && entryOf(layout) && (
        <>
          <Segmented
            label="Which column stands where"
            value={map || wanted ? "chosen" : "auto"}
            onChange={(next) => {
              setWanted(next === "chosen");
              if (next === "auto") put(null);
            }}
            options={[
              { value: "auto", label: "By name and type" },
              { value: "chosen", label: "As I choose" },
            ]}
          />
          {map && <Places map={map} layout={layout} columns={table.columns} onChange={put} />}
        </>
      )}
      {(layout || Boolean(tool.opensFrom?.length)) && (
        <Opens app={app} tool={tool} onChange={(opensFrom) => onChange({ ...tool, opensFrom })} />
      )}
    </Card>
  );
}
