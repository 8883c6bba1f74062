import { createContext, useContext } from "react";
import { written, type Path } from "./path";

/** What every field of a form needs of the whole. */
export interface Form {
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

export const FormContext = createContext<Form | null>(null);

export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error("there is no form");
  return form;
}

/** The place of a control in the draft, for the way from a problem to it. */
export const dataPath = (path: Path) => (path.length ? `mockData.${written(path)}` : "mockData");
