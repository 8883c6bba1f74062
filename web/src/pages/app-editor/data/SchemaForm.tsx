import { FormContext, type Form } from "./form";
import { ObjectFields } from "./ObjectFields";
import { written } from "./path";
import type { Schema } from "./schema";
import type { DataProblem } from "./validate";

interface Props {
  schema: Schema;
  value: unknown;
  problems: readonly DataProblem[];
  onChange: Form["change"];
  readOnly?: boolean;
  all?: boolean;
}

/** A form made of a schema. */
export function SchemaForm({ schema, value, problems, onChange, readOnly = false, all = false }: Props) {
  const form: Form = {
    readOnly,
    all,
    root: value,
    change: onChange,
    error: (path) => {
      const at = written(path);
      const messages = problems.filter((problem) => problem.at === at).map(({ message }) => message);
      return messages.length ? `${messages.join("; ").replace(/^./, (c) => c.toUpperCase())}.` : "";
    },
    faults: (path) => problems.filter((problem) => path.every((step, i) => problem.path[i] === step)).length,
  };
  return (
    <FormContext.Provider value={form}>
      <ObjectFields schema={schema} value={value} path={[]} />
    </FormContext.Provider>
  );
}
