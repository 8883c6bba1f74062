import { ApiProblem, Unreachable } from "~/api/problem";
import type { Column, Row } from "~/api/tables";
import type { Values } from "./line";
import { RowsSession } from "./session";
import type { Clash, World } from "./world";

export const columns: Column[] = [
  { name: "name", type: "text", required: true },
  { name: "price", type: "money", currency: "EUR" },
];
const when = "2026-11-22T00:00:00Z";
export const row = (id: string, values: Values): Row => ({ id, values, owner: null, createdAt: when, updatedAt: when });

/** A table in memory, as contract §7 has it. */
export class Double implements World {
  rows: Row[];
  calls: string[] = [];
  refuse: unknown = null;
  said: Clash[] = [];
  private n = 0;
  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, i) => row(`r${i}`, { name: `Bread ${i}`, price: i }));
  }
  page = async (cursor: string | undefined) => {
    const from = Number(cursor ?? 0);
    this.calls.push(`page ${from}`);
    if (this.refuse) throw this.refuse;
    const next = from + 200 < this.rows.length ? String(from + 200) : null;
    return { items: this.rows.slice(from, from + 200), nextCursor: next, total: this.rows.length };
  };
  private revs = new Map<string, number>();
  tag = (id: string) => `"${this.revs.get(id) ?? 1}"`;
  /** What somebody else does. */
  elsewhere = (id: string, values: Values) => {
    this.revs.set(id, (this.revs.get(id) ?? 1) + 1);
    const found = this.rows.find((r) => r.id === id);
    if (!found) throw new ApiProblem(404, "NOT_FOUND", "There is no such row.");
    const all = Object.entries({ ...found.values, ...values }).filter(([, v]) => v !== null);
    const next = { ...found, values: Object.fromEntries(all) };
    this.rows = this.rows.map((r) => (r === found ? next : r));
    return { row: next, tag: this.tag(id) };
  };
  row = async (id: string) => {
    if (this.refuse instanceof Unreachable) throw this.refuse;
    const found = this.rows.find((r) => r.id === id);
    if (!found) throw new ApiProblem(404, "NOT_FOUND", "There is no such row.");
    return { row: found, tag: this.tag(id) };
  };
  patch = async (id: string, values: Values, tag: string) => {
    this.calls.push(`patch ${id} ${JSON.stringify(values)}`);
    if (this.refuse && !(this.refuse instanceof ApiProblem && this.refuse.fields.length && !("price" in values)))
      throw this.refuse;
    if (tag !== this.tag(id))
      throw new ApiProblem(412, "PRECONDITION_FAILED", "The row has changed since it was read.");
    return this.elsewhere(id, values);
  };
  create = async (rows: readonly Values[]) => {
    if (this.refuse) throw this.refuse;
    const made = rows.map((values) => row(`c${this.n++}`, values));
    this.rows.push(...made);
    return made;
  };
  remove = async (id: string, tag: string) => {
    if (this.refuse) throw this.refuse;
    if (tag !== this.tag(id))
      throw new ApiProblem(412, "PRECONDITION_FAILED", "The row has changed since it was read.");
    this.rows = this.rows.filter((r) => r.id !== id);
  };
  onServer = () => undefined;
  onClash = (clash: Clash) => void this.said.push(clash);
}

/** A session on such a table, its first page read. */
export const begin = async (count = 3) => {
  const world = new Double(count);
  const session = new RowsSession(world, columns);
  await session.want(1);
  return { world, session, first: () => session.get().lines[0] };
};
