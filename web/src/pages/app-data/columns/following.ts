import { titleOf, type Column } from "~/api/tables";
import { isKind, type ToolDraft } from "~/api/tools";
import { equal } from "~/pages/app-editor/draft/equal";

type FormField = Readonly<Record<string, unknown>>;

/**
 * The tools after columns of a table have changed: a form that fills it takes over new titles and choices where it had the former
 * ones. What its author wrote otherwise stays. null where nothing follows.
 */
export function following(
  tools: readonly ToolDraft[],
  table: string,
  before: readonly Column[],
  after: readonly Column[],
): ToolDraft[] | null {
  const next = tools.map((tool): ToolDraft => {
    const data = tool.mockData as { tool?: unknown; fields?: unknown } | null | undefined;
    const keeper = tools.find(({ name }) => name === data?.tool)?.handler;
    if (tool.layoutTemplate !== "form" || !Array.isArray(data?.fields)) return tool;
    if (!isKind(keeper, "insert", "update") || keeper.table !== table) return tool;
    const fields = data.fields.map((field: FormField) => {
      const name = columnOf(keeper.values, field["name"]);
      const was = before.find((column) => column.name === name);
      const is = after.find((column) => column.name === name);
      if (!was || !is) return field;
      return {
        ...field,
        ...(field["label"] === titleOf(was) && { label: titleOf(is) }),
        ...(was.values && is.values && equal(field["options"], was.values) && { options: is.values }),
      };
    });
    return { ...tool, mockData: { ...data, fields } };
  });
  return equal(next, tools) ? null : next;
}

/** The column that an argument fills: the one of its name, unless the tool says what it writes. */
const columnOf = (values: Readonly<Record<string, unknown>> | null | undefined, argument: unknown) =>
  values ? Object.keys(values).find((name) => values[name] === `{{args.${String(argument)}}}`) : argument;
