import clsx from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { isObject } from "~/pages/app-editor/data/schema";
import { Badge } from "~/ui";
import { pointerOf, type Path } from "./places";

interface Props {
  answer: unknown;
  /** What a value fills already, in words. */
  marks(path: Path): readonly string[];
  /** What choosing a value does: "Put it into Title". */
  verb: string;
  onChoose(path: Path): void;
}

interface Row {
  path: Path;
  key: string;
  /** The number of members of a list or object; undefined for a value. */
  size?: number;
  open: boolean;
  text: string;
  /** Further elements of a list, not shown. */
  more?: number;
}

const mostShown = 20;

const isOpen = (path: Path, value: unknown, toggled: ReadonlyMap<string, boolean>) =>
  toggled.get(pointerOf(path)) ??
  (path.length < 4 && (typeof path.at(-1) !== "number" || path.at(-1) === 0) && value !== null);

function rowsOf(value: unknown, path: Path, toggled: ReadonlyMap<string, boolean>, rows: Row[]): Row[] {
  const key = path.length ? String(path.at(-1)) : "answer";
  const members = Array.isArray(value)
    ? value.map((v, i) => [i, v] as const)
    : isObject(value)
      ? Object.entries(value)
      : null;
  if (!members) {
    const text =
      typeof value === "string" ? (value.length > 120 ? `${value.slice(0, 120)}…` : value) : JSON.stringify(value);
    rows.push({ path, key, open: false, text: text === "" ? "“”" : text });
    return rows;
  }
  const open = isOpen(path, value, toggled);
  const what = Array.isArray(value)
    ? members.length === 1
      ? "entry"
      : "entries"
    : members.length === 1
      ? "field"
      : "fields";
  rows.push({ path, key, open, size: members.length, text: `${members.length} ${what}` });
  if (!open) return rows;
  for (const [name, member] of members.slice(0, mostShown)) rowsOf(member, [...path, name], toggled, rows);
  if (members.length > mostShown)
    rows.push({ path: [...path, mostShown], key: "", open: false, text: "", more: members.length - mostShown });
  return rows;
}

/** An answer as a tree, by mouse or keys: arrows move, open and close; Enter chooses a value. */
export function Tree({ answer, marks, verb, onChoose }: Props) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState("");
  const node = useRef<HTMLDivElement>(null);
  const rows = rowsOf(answer, [], toggled, []);
  const known = rows.some(({ path, more }) => !more && pointerOf(path) === focused) ? focused : "";
  const toggle = (row: Row, open = !row.open) => setToggled(new Map(toggled).set(pointerOf(row.path), open));
  const focus = (row: Row | undefined) => {
    if (!row) return;
    setFocused(pointerOf(row.path));
    node.current?.querySelector<HTMLElement>(`[data-at="${CSS.escape(pointerOf(row.path))}"]`)?.focus();
  };
  const act = (row: Row) => (row.size === undefined ? onChoose(row.path) : toggle(row));
  const keys = (event: KeyboardEvent, row: Row) => {
    const all = rows.filter(({ more }) => !more);
    const at = all.indexOf(row);
    const parent = all.find(({ path }) => path.length === row.path.length - 1 && pointerOf(row.path).startsWith(`${pointerOf(path)}/`)); // prettier-ignore
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(all[at + 1]),
      ArrowUp: () => focus(all[at - 1]),
      Home: () => focus(all[0]),
      End: () => focus(all.at(-1)),
      ArrowRight: () => (row.size === undefined ? undefined : row.open ? focus(all[at + 1]) : toggle(row, true)),
      ArrowLeft: () => (row.open ? toggle(row, false) : focus(parent)),
      Enter: () => act(row),
      " ": () => act(row),
    };
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move();
  };
  return (
    <div
      ref={node}
      role="tree"
      aria-label="The answer"
      className="rounded-control bg-sunken p-1.5 text-sm max-h-[28rem] overflow-y-auto"
    >
      {rows.map((row) => {
        const at = pointerOf(row.path);
        if (row.more)
          return (
            <p
              key={`${at} more`}
              className="text-muted py-1"
              style={{ paddingLeft: `${row.path.length * 0.9 + 1.5}rem` }}
            >
              and {row.more.toLocaleString("en")} more
            </p>
          );
        const filled = row.size === undefined ? marks(row.path) : [];
        return (
          <div
            key={at}
            role="treeitem"
            aria-level={row.path.length + 1}
            aria-expanded={row.size === undefined ? undefined : row.open}
            aria-selected={filled.length > 0}
            aria-label={`${row.key}: ${row.text}${filled.length ? `, fills ${filled.join(" and ")}` : ""}`}
            title={row.size === undefined ? verb : undefined}
            data-at={at}
            tabIndex={at === known ? 0 : -1}
            onFocus={() => setFocused(at)}
            onKeyDown={(e) => keys(e, row)}
            onClick={() => act(row)}
            className={clsx(
              "target flex flex-wrap items-center gap-x-2 rounded-control pr-2 cursor-pointer hover:bg-hover focus-visible:-outline-offset-2",
              filled.length > 0 && "bg-accent-soft",
            )}
            style={{ paddingLeft: `${row.path.length * 0.9 + 0.25}rem` }}
          >
            <span className="w-4 shrink-0 text-muted" aria-hidden="true">
              {row.size !== undefined && (row.open ? <ChevronDown size={14} /> : <ChevronRight size={14} />)}
            </span>
            <span className="text-muted">{row.key}</span>
            <span className={clsx("min-w-0 wrap-anywhere", row.size === undefined ? "font-medium" : "text-muted")}>
              {row.text}
            </span>
            {filled.map((label) => (
              <Badge key={label} tone="info">
                {label}
              </Badge>
            ))}
          </div>
        );
      })}
    </div>
  );
}
