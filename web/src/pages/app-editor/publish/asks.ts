import { titleOf, type Column, type Row, type Table } from "~/api/tables";
import type { QueryFilter, ToolDraft } from "~/api/tools";

/** Something that an assistant can be asked now, and the call that it makes of it. */
export interface Ask {
  says: string;
  tool: string;
  args: Record<string, unknown>;
}

/** What can be asked of a query, made of rows that there are, so that each of them finds something. */
export function asksOf(tool: ToolDraft, table: Table, rows: readonly Row[], locale?: string): Ask[] {
  if (tool.handler?.kind !== "query") return [];
  const { name, handler } = tool;
  const filters = (handler.filters ?? []).flatMap((filter) => {
    const column = table.columns.find((c) => c.name === filter.column);
    return column ? [{ filter, column }] : [];
  });
  const what = titleOf(table).toLowerCase();
  const asks: Ask[] = [];
  const is = filters.find(({ filter, column }) => filter.op === "eq" && column.type === "boolean");
  const most = filters.find(({ filter, column }) => filter.op === "lte" && isAmount(column));
  const fits = rows.filter(({ values }) => !is || values[is.column.name] === true);
  const prices = most ? fits.flatMap(({ values }) => numberIn(values[most.column.name])) : [];
  const limit = prices.length ? round(Math.min(...prices)) : undefined;
  const parts = [
    is && fits.length ? { text: titleOf(is.column).toLowerCase(), arg: is.filter, value: true } : undefined,
    most && limit !== undefined
      ? { text: `under ${amount(limit, most.column, locale)}`, arg: most.filter, value: limit }
      : undefined,
  ].filter((part) => part !== undefined);
  if (parts.length)
    asks.push({
      says: `Anything ${parts.map(({ text }) => text).join(" ")}?`,
      tool: name,
      args: Object.fromEntries(parts.map(({ arg, value }) => [arg.argument, value])),
    });
  const choice = filters.find(({ filter, column }) => filter.op === "eq" && column.type === "enum");
  const chosen = choice && rows.map(({ values }) => values[choice.column.name]).find((v) => typeof v === "string");
  if (choice && chosen) asks.push(asking(`Which ${what} are ${chosen}?`, name, choice.filter, chosen));
  const tagged = filters.find(({ filter, column }) => filter.op === "contains" && column.type === "tags");
  const tag = tagged && rows.flatMap(({ values }) => values[tagged.column.name] ?? []).at(0);
  if (tagged && typeof tag === "string") asks.push(asking(`Which ${what} are ${tag}?`, name, tagged.filter, tag));
  const word = handler.search?.flatMap((column) => rows.map(({ values }) => values[column])).find(isShort);
  if (word)
    asks.push({ says: /[?？؟]$/.test(word) ? word : `Do you have ${word}?`, tool: name, args: { query: word } });
  if (rows.length) asks.push({ says: `Show me all ${what}.`, tool: name, args: {} });
  return asks.slice(0, 3);
}

/** What can be asked of a tool that shows a form and takes what is said. */
export function askOf({ name, layoutTemplate, handler, input, mockData }: ToolDraft): Ask[] {
  if (layoutTemplate !== "form" || input || (handler?.kind ?? "mock") !== "mock") return [];
  const title = (mockData as { title?: unknown } | null | undefined)?.title;
  const says = `Show me the form${typeof title === "string" && title ? ` “${title}”` : ""}.`;
  return [{ says, tool: name, args: { message: says } }];
}

const asking = (says: string, tool: string, { argument }: QueryFilter, value: unknown): Ask => ({
  says,
  tool,
  args: { [argument]: value },
});

const isAmount = ({ type }: Column) => type === "money" || type === "number" || type === "integer";

const numberIn = (value: unknown): number[] => (typeof value === "number" && value >= 0 ? [value] : []);

const isShort = (value: unknown): value is string =>
  typeof value === "string" && value.length > 2 && value.length <= 40;

/** A round number that is more. */
function round(n: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(n, 1))));
  return (Math.floor(n / step) + 1) * step;
}

const amount = (n: number, { type, currency }: Column, locale?: string) => {
  try {
    if (type === "money" && currency)
      return n.toLocaleString(locale, { style: "currency", currency, maximumFractionDigits: 0 });
  } catch {
    // a currency that this browser does not know
  }
  return n.toLocaleString(locale);
};
