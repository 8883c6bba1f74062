import { createContext, useContext } from "react";
import { ObjectFields } from "./ObjectFields";
import { written, type Path } from "./path";
import type { Schema } from "./schema";
import type { DataProblem } from "./validate";

interface Form {
  readOnly: boolean;
  /** Shows the optional fields of the whole too, without their being added first. */
  all: boolean;
  /** Changes the value at a path; undefined takes it away. key: what is typed there is taken back together. */
  change(path: Path, value: unknown, key?: string): void;
  /** What is wrong at exactly this place. */
  error(path: Path): string;
  /** How many things are wrong at this place and below. */
  faults(path: Path): number;
  /** The whole, for fields whose names stand elsewhere in it. */
  root: unknown;
}

const FormContext = createContext<Form | null>(null);

export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error("there is no form");
  return form;
}

/** The place of a control in the draft, for the way from a problem to it. */
export const dataPath = (path: Path) => (path.length ? `mockData.${written(path)}` : "mockData");

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
