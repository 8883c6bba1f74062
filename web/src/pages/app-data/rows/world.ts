import type { Row } from "~/api/tables";
import type { Values } from "./line";

export interface Page {
  items: readonly Row[];
  nextCursor: string | null;
  total: number;
}

/** What a session needs of the world. */
export interface World {
  /** The rows after a cursor, at most 200. */
  page(cursor: string | undefined): Promise<Page>;
  patch(id: string, values: Values): Promise<Row>;
  /** All or none, at most 1,000. */
  create(rows: readonly Values[]): Promise<readonly Row[]>;
  remove(id: string): Promise<void>;
  /** Rows came, went or changed on the server because of this page. */
  onServer(): void;
}
