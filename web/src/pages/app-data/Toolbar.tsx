import { Download, Ellipsis, FileInput, Plus, Redo2, RefreshCw, Search, Trash2, Undo2 } from "lucide-react";
import { titleOf, type Table, type TableCalls } from "~/api/tables";
import { sentence } from "~/api/problem";
import { useCommands } from "~/shell/palette/commands";
import { Button, controlClass, IconButton, Menu, MenuItem, MenuSeparator, toast } from "~/ui";
import { save } from "./save";
import { undoImport } from "./undoImport";
import type { RowsSession } from "./rows/session";
import type { State } from "./rows/state";

interface Props {
  table: Table;
  readOnly: boolean;
  typed: string;
  onType(text: string): void;
  session: RowsSession;
  state: State;
  chosen: ReadonlySet<string>;
  calls: TableCalls;
  onAdd(): void;
  onRemove(): void;
  onImport(): void;
  onDelete(): void;
  onReread(): void;
  onRefresh(): void;
}

const icon = { size: 16, "aria-hidden": true } as const;

/** What can be done with a table as a whole. */
export function Toolbar(props: Props) {
  const { table, readOnly, typed, onType, session, state, chosen, calls, onReread } = props;
  const title = titleOf(table);
  const step = (go: () => Promise<void>) => () =>
    void go().catch((failure: unknown) =>
      toast({ tone: "bad", title: "Not all could be taken back", text: sentence(failure) }),
    );
  const download = (format: "csv" | "json") =>
    void calls.export(format).then(
      (file) => save(file, `${table.name}.${format}`),
      (failure: unknown) => toast({ tone: "bad", title: "The table could not be exported", text: sentence(failure) }),
    );
  const undo = () => void undoImport(calls, onReread);
  useCommands([
    { id: "refresh", title: `Refresh ${title}`, section: "This table", keywords: "reload rows", run: props.onRefresh },
    { id: "csv", title: `Export ${title} as CSV`, section: "This table", run: () => download("csv") },
    ...(readOnly
      ? []
      : [
          { id: "row", title: `Add a row to ${title}`, section: "This table", keywords: "new", run: props.onAdd },
          { id: "import", title: `Import into ${title}`, section: "This table", keywords: "csv", run: props.onImport },
        ]),
  ]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label className="relative flex-1 basis-44 max-w-sm">
        <span className="sr-only">Search in {title}</span>
        <Search size={16} className="absolute left-3 top-1/2 -translate-y-1/2 text-muted" aria-hidden="true" />
        <input
          type="search"
          className={`${controlClass} pl-9`}
          placeholder="Search"
          value={typed}
          onChange={(e) => onType(e.target.value)}
        />
      </label>
      <span className="text-sm text-muted tabular-nums whitespace-nowrap" role="status">
        {chosen.size > 0
          ? `${chosen.size.toLocaleString("en")} chosen`
          : `${state.total.toLocaleString("en")} ${state.total === 1 ? "row" : "rows"}`}
      </span>
      <IconButton label="Refresh" icon={<RefreshCw {...icon} />} onClick={props.onRefresh} />
      <div className="ms-auto flex flex-wrap items-center gap-2">
        {!readOnly && chosen.size > 0 && (
          <Button icon={<Trash2 {...icon} />} onClick={props.onRemove}>
            Delete
          </Button>
        )}
        {!readOnly && (
          <>
            <IconButton
              label="Undo"
              icon={<Undo2 {...icon} />}
              aria-disabled={!state.steps.past.length}
              onClick={step(session.undo)}
            />
            <IconButton
              label="Redo"
              icon={<Redo2 {...icon} />}
              aria-disabled={!state.steps.future.length}
              onClick={step(session.redo)}
            />
          </>
        )}
        <Menu trigger={<Button aria-label={`More about ${title}`} icon={<Ellipsis {...icon} />} />}>
          {!readOnly && (
            <>
              <MenuItem icon={<FileInput {...icon} />} onSelect={props.onImport}>
                Import rows…
              </MenuItem>
              <MenuItem icon={<Undo2 {...icon} />} onSelect={undo}>
                Take back the last import
              </MenuItem>
            </>
          )}
          <MenuItem icon={<Download {...icon} />} onSelect={() => download("csv")}>
            Export as CSV
          </MenuItem>
          <MenuItem icon={<Download {...icon} />} onSelect={() => download("json")}>
            Export as JSON
          </MenuItem>
          {!readOnly && (
            <>
              <MenuSeparator />
              <MenuItem danger icon={<Trash2 {...icon} />} onSelect={props.onDelete}>
                Delete the table…
              </MenuItem>
            </>
          )}
        </Menu>
        {!readOnly && (
          <Button look="primary" icon={<Plus {...icon} />} onClick={props.onAdd}>
            Row
          </Button>
        )}
      </div>
    </div>
  );
}
