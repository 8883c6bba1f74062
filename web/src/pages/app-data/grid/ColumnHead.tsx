import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import type { SortDirection } from "react-data-grid";
import { titleOf, type Column } from "~/api/tables";
import { Menu, MenuItem, MenuSeparator } from "~/ui";
import { columnTypes } from "../cells/types";
import type { GridActions } from "./actions";

interface Props {
  column: Column;
  at: number;
  last: boolean;
  sortDirection: SortDirection | undefined;
  tabIndex: number;
  readOnly: boolean;
  actions: GridActions;
}

const icon = { size: 16, "aria-hidden": true } as const;

/** A column's name, how it is sorted, and what can be done with it. */
export function ColumnHead({ column, at, last, sortDirection, tabIndex, readOnly, actions }: Props) {
  const title = titleOf(column);
  const Arrow = sortDirection === "DESC" ? ArrowDown : ArrowUp;
  return (
    <span className="flex items-center gap-1 h-full">
      <span className="truncate flex-1" title={`${title}: ${columnTypes[column.type].label.toLowerCase()}`}>
        {title}
        {column.required && (
          <span className="text-muted" title="Needed in every row">
            {" "}
            *<span className="sr-only"> (needed)</span>
          </span>
        )}
      </span>
      {sortDirection && <Arrow size={14} className="shrink-0 text-accent" aria-hidden="true" />}
      {!readOnly && (
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps the header, which sorts, from what is meant for the menu
        <span
          className="shrink-0"
          onClick={(e) => e.stopPropagation()}
          onKeyDown={(e) => e.stopPropagation()}
          onMouseDown={(e) => e.stopPropagation()}
        >
          <Menu
            trigger={
              <button
                type="button"
                tabIndex={tabIndex}
                aria-label={`Column ${title}`}
                className="grid place-items-center size-7 pointer-coarse:size-11 rounded-md text-muted hover:bg-hover hover:text-text"
              >
                <EllipsisVertical {...icon} />
              </button>
            }
          >
            <MenuItem icon={<Pencil {...icon} />} onSelect={() => actions.editColumn(column)}>
              Rename or change
            </MenuItem>
            <MenuItem
              icon={<ArrowUp {...icon} />}
              onSelect={() => actions.sort([{ columnKey: column.name, direction: "ASC" }])}
            >
              Sort upwards
            </MenuItem>
            <MenuItem
              icon={<ArrowDown {...icon} />}
              onSelect={() => actions.sort([{ columnKey: column.name, direction: "DESC" }])}
            >
              Sort downwards
            </MenuItem>
            <MenuItem
              icon={<ArrowLeft {...icon} />}
              disabled={at === 0}
              onSelect={() => actions.moveColumn(column.name, at - 1)}
            >
              Move left
            </MenuItem>
            <MenuItem
              icon={<ArrowRight {...icon} />}
              disabled={last}
              onSelect={() => actions.moveColumn(column.name, at + 1)}
            >
              Move right
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => actions.removeColumn(column)}>
              Delete the column
            </MenuItem>
          </Menu>
        </span>
      )}
    </span>
  );
}
