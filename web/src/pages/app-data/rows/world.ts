import type { Row } from "~/api/tables";
import type { Line, Values } from "./line";

/** A row, and the name of its state. */
export interface Named {
  row: Row;
  tag: string;
}

/** Cells into which somebody else put something while the person changed them; the line shows what is stored. */
export interface Clash {
  line: Line;
  mine: Values;
}

export interface Page {
  items: readonly Row[];
  nextCursor: string | null;
  total: number;
}

/** What a session needs of the world. */
export interface World {
  /** The rows after a cursor, at most 200. */
  page(cursor: string | undefined): Promise<Page>;
  row(id: string): Promise<Named>;
  /** Changes a row that is in the state that is named; PRECONDITION_FAILED otherwise. */
  patch(id: string, values: Values, tag: string): Promise<Named>;
  /** All or none, at most 1,000. */
  create(rows: readonly Values[]): Promise<readonly Row[]>;
  /** Deletes a row that is in the state that is named; PRECONDITION_FAILED otherwise. */
  remove(id: string, tag: string): Promise<void>;
  /** Rows came, went or changed on the server because of this page. */
  onServer(): void;
  onClash(clash: Clash): void;
}
