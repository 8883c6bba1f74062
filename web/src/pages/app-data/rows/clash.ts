import { titleOf, type Table } from "~/api/tables";
import type { toast } from "~/ui";
import { show } from "../cells/write";
import { cellKey } from "./line";
import { nameOf } from "./nameOf";
import type { RowsSession } from "./session";
import type { Clash } from "./world";

/** What is said about cells that two people changed: whose value is there now, and the way to one's own. */
export function clashToast(clash: Clash, table: Table, session: RowsSession): Parameters<typeof toast>[0] {
  const { line, mine } = clash;
  const columns = table.columns.filter(({ name }) => name in mine);
  const row = nameOf(line, table) || `row ${session.get().lines.findIndex(({ key }) => key === line.key) + 1}`;
  const texts = columns.map((column) => {
    const [now, yours] = [line.values[column.name], mine[column.name]].map((value) => short(show(value, column)));
    return `${columns.length > 1 ? `${titleOf(column)}: ` : ""}It holds ${now} now. You wrote ${yours}.`;
  });
  return {
    tone: "bad",
    key: `clash ${Object.keys(mine)
      .map((name) => cellKey(line.key, name))
      .join()}`,
    title: `Somebody else changed ${columns.map(titleOf).join(", ")} of ${row}`,
    text: texts.join(" "),
    undo: {
      label: "Use mine",
      run: () => session.putMine(clash),
      until: (gone) =>
        session.subscribe(() => {
          if (!session.open(clash)) gone();
        }),
    },
  };
}

const short = (text: string) => (text === "" ? "nothing" : text.length > 60 ? `“${text.slice(0, 60)}…”` : `“${text}”`);
