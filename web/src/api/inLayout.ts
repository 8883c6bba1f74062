import { api, take } from "./client";
import type { Table } from "./tables";
import type { ToolDraft } from "./tools";

/**
 * A tool as it is in another layout: its data and its field map find their places there by name and type. Fails with INVALID_CONFIG
 * where the layout cannot show the data; then the field layoutTemplate says why.
 */
export async function inLayout(tool: ToolDraft, layout: string, tables: readonly Table[]): Promise<ToolDraft> {
  const { layoutTemplate, mockData, handler } = tool;
  const made = await take(
    api.POST("/apps/generate", {
      body: {
        layoutTemplate: layout,
        draft: {
          name: "A tool",
          tools: [{ name: "tool", description: "A tool.", layoutTemplate, mockData, handler }],
          tables: tables.map(({ name, columns }) => ({ name, columns })),
        } as never,
      },
    }),
  );
  const [shown] = (made.tools ?? []) as ToolDraft[];
  return {
    ...tool,
    layoutTemplate: layout,
    mockData: shown ? shown.mockData : made.mockData,
    ...(shown && handler && { handler: shown.handler ?? handler }),
  };
}
