import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { layoutsQuery } from "~/api/layouts";
import { isProblem, sentence } from "~/api/problem";
import { changeFirstTool, toolsOf, type NewApp } from "~/create/draft";
import { useCreate } from "~/create/useCreate";
import { Button, Form, Notice, TextArea, TextField } from "~/ui";

/** Where problems of the one tool stand. */
const flat = { name: "toolName", description: "toolDescription" };

/** What the draft is, to change by hand, and the button that makes an app of it. */
export function DraftFields({
  draft,
  onChange,
  onMade,
}: {
  draft: NewApp;
  onChange(change: Partial<NewApp>): void;
  onMade(): void;
}) {
  const create = useCreate(onMade);
  const layouts = useQuery(layoutsQuery);
  const problem = isProblem(create.error) ? create.error : null;
  const [tool, ...further] = toolsOf(draft);
  const at = tool.listed ? { name: "tools[0].name", description: "tools[0].description" } : flat;
  const shown = ["name", at.name, at.description];
  const layout = layouts.data?.find(({ name }) => name === tool.layout);
  const also = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []); // the field that made the draft is gone
  const json = JSON.stringify(tool.data, null, 2) ?? "";
  return (
    <Form className="grid gap-4" aria-label="Draft" failure={create.error} onSubmit={() => create.mutate(draft)}>
      <h2 ref={heading} tabIndex={-1} className="font-semibold">
        Your draft
      </h2>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(e) => onChange({ name: e.target.value })}
        error={problem?.field("name")}
      />
      <TextField
        label="Tool name"
        hint="What models call. Letters, digits, - and _."
        spellCheck={false}
        autoCapitalize="none"
        value={tool.name ?? ""}
        onChange={(e) => onChange(changeFirstTool(draft, { name: e.target.value }))}
        error={problem?.field(at.name)}
      />
      <TextArea
        label="Tool description"
        hint="What models read to decide when to use it."
        rows={3}
        value={tool.description ?? ""}
        onChange={(e) => onChange(changeFirstTool(draft, { description: e.target.value }))}
        error={problem?.field(at.description)}
      />
      <details className="rounded-control border border-line bg-surface">
        <summary className="target flex items-center gap-2 px-3 text-sm">
          <span className="font-medium">{layout?.title ?? tool.layout}</span>
          <span className="text-muted">{summary(tool.data)}</span>
        </summary>
        <pre
          tabIndex={0}
          aria-label="Data as JSON"
          className="text-xs p-3 border-t border-line max-h-72 overflow-auto whitespace-pre-wrap wrap-anywhere"
        >
          {json}
        </pre>
      </details>
      {further.length > 0 && (
        <section aria-labelledby={also} className="grid gap-2">
          <h3 id={also} className="font-medium text-sm">
            It also has
          </h3>
          <ul className="grid gap-2 text-sm">
            {further.map(({ name, description }) => (
              <li key={name} className="wrap-anywhere">
                <code>{name}</code> <span className="text-muted">{purpose(description ?? "")}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {create.error && (!problem || problem.fields.length === 0) && (
        <Notice tone="bad">{sentence(create.error)}</Notice>
      )}
      {problem && problem.beside(shown).length > 0 && (
        <Notice tone="bad">
          <ul>
            {problem.beside(shown).map((p) => (
              <li key={p.location}>
                {p.location.replace(/^body\./, "")} {p.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:px-4 max-lg:py-3 max-lg:bg-ground max-lg:border-t max-lg:border-line">
        <Button type="submit" className="max-sm:w-full" look="primary" busy={create.isPending || create.isSuccess}>
          Create the app
        </Button>
      </div>
    </Form>
  );
}

/** The first sentence of a description: what the tool does. */
const purpose = (description: string) => /^.*?[.!?](?=\s|$)/.exec(description)?.[0] ?? description;

/** How much data there is: "6 items", "1 step". */
function summary(data: unknown): string {
  const lists =
    data && typeof data === "object"
      ? Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
      : [];
  return lists.map(([name, list]) => `${list.length} ${list.length === 1 ? name.replace(/s$/, "") : name}`).join(", ");
}
