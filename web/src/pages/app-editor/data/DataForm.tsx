import { useDraftSession, useField } from "../draft/useDraft";
import { put } from "./path";
import type { Schema } from "./schema";
import { SchemaForm } from "./SchemaForm";
import type { DataProblem } from "./validate";

/** The draft's data as a form made of the layout's schema. */
export function DataForm({
  schema,
  problems,
  readOnly,
}: {
  schema: Schema;
  problems: readonly DataProblem[];
  readOnly: boolean;
}) {
  const session = useDraftSession();
  const data = useField("mockData");
  return (
    <SchemaForm
      schema={schema}
      value={data}
      problems={problems}
      readOnly={readOnly}
      onChange={(path, value, key = "") =>
        session.edit({ mockData: put(session.get().draft.mockData, path, value) }, key && `data ${key}`)
      }
    />
  );
}
