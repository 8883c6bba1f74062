import clsx from "clsx";
import { ArrowDown, ArrowUp, ChevronRight, Plus, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useStore } from "~/api/store";
import { Badge, Button, IconButton } from "~/ui";
import { reveal, revealed, within } from "../parts/reveal";
import { dataPath, useForm } from "./form";
import { moved, type Path } from "./path";
import { blank, isObject, nameOf, singular, typesOf, wordsOf, type Schema } from "./schema";
import { ValueField } from "./ValueField";

interface Props {
  name: string;
  schema: Schema;
  value: unknown;
  path: Path;
  required: boolean;
  /** Shows an element that is an object; usual: names that its fields have in other elements. */
  object: (schema: Schema, value: unknown, path: Path, usual: readonly string[]) => ReactNode;
}

const page = 20;

/** A list: its elements can be added, removed and moved, with buttons or with Alt and the arrow keys. */
export function ListField({ name, schema, value, path, required, object }: Props) {
  const { readOnly, change, error, root } = useForm();
  const [shown, setShown] = useState(page);
  const [said, setSaid] = useState("");
  const here = useRef<HTMLOListElement>(null);
  const headingId = useId();
  const items = Array.isArray(value) ? value : [];
  const wish = useStore(revealed);
  const wished =
    wish && within(wish.path, dataPath(path))
      ? Number(/^\[(\d+)\]/.exec(wish.path.slice(dataPath(path).length))?.[1] ?? -1)
      : -1;
  useEffect(() => {
    if (wished >= shown) setShown(wished + 1);
  }, [wished, shown]);
  const ids = useIds(items.length);
  const one = singular(name);
  const full = schema.maxItems !== undefined && items.length >= schema.maxItems;
  const set = (next: unknown[]) => change(path, next);
  const focus = (index: number) =>
    requestAnimationFrame(() => here.current?.children[index]?.querySelector<HTMLElement>("[data-path]")?.focus());
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return;
    ids.current = moved(ids.current, from, to);
    set(moved(items, from, to));
    setSaid(`Moved to place ${to + 1} of ${items.length}`);
    focus(to);
  };
  const remove = (index: number) => {
    ids.current = ids.current.filter((_, i) => i !== index);
    set(items.filter((_, i) => i !== index));
    setSaid(`Removed ${one} ${index + 1}`);
    focus(Math.min(index, items.length - 2));
  };
  const add = () => {
    set([...items, blank(schema.items ?? {})]);
    setShown((n) => Math.max(n, items.length + 1));
    const first = typesOf(schema.items ?? {}).join() === "object" ? (schema.items?.required ?? []).slice(0, 1) : [];
    reveal(dataPath([...path, items.length, ...first]));
  };
  const usual = columnsOf(root, items);
  const wrong = error(path);
  return (
    <section className="grid gap-2 min-w-0" aria-labelledby={headingId}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={headingId} className="font-medium text-sm">
          {wordsOf(name)} <span className="text-muted font-normal tabular-nums">{items.length}</span>
        </h2>
        {!required && !readOnly && (
          <Button
            size="small"
            look="quiet"
            className="-my-2 text-muted"
            onClick={() => change(path, undefined)}
            aria-label={`Remove ${wordsOf(name).toLowerCase()}`}
          >
            Remove
          </Button>
        )}
      </div>
      {schema.description && <p className="text-sm text-muted -mt-1">{schema.description}</p>}
      {wrong && <p className="text-sm text-bad">{wrong}</p>}
      <ol ref={here} className="grid gap-1.5">
        {items.slice(0, shown).map((item, i) => (
          <Item
            key={ids.current[i]}
            index={i}
            count={items.length}
            one={one}
            schema={schema.items ?? {}}
            value={item}
            path={[...path, i]}
            usual={usual}
            object={object}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ol>
      {items.length > shown && (
        <Button size="small" look="quiet" onClick={() => setShown((n) => n + 100)}>
          Show {Math.min(100, items.length - shown)} more of {items.length}
        </Button>
      )}
      {!readOnly && (
        <div>
          <Button
            size="small"
            aria-disabled={full}
            onClick={full ? undefined : add}
            icon={<Plus size={14} aria-hidden="true" />}
            data-path={items.length ? undefined : dataPath(path)}
          >
            {full ? `At most ${schema.maxItems}` : `Add ${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`}
          </Button>
        </div>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </section>
  );
}

/** A name for each element of a list, which moves with it, so that what is open stays open. */
function useIds(length: number) {
  const next = useRef(0);
  const ids = useRef<number[]>([]);
  while (ids.current.length < length) ids.current.push(next.current++);
  ids.current.length = length;
  return ids;
}

/** The names that the rows of a table have: those of its columns, else those that other rows have. */
function columnsOf(root: unknown, items: readonly unknown[]): string[] {
  const columns =
    isObject(root) && Array.isArray(root["columns"])
      ? root["columns"].map((c) => (isObject(c) ? String(c["key"] ?? "") : String(c))).filter(Boolean)
      : [];
  return columns.length
    ? columns
    : [...new Set(items.slice(0, 50).flatMap((item) => (isObject(item) ? Object.keys(item) : [])))];
}

interface ItemProps {
  index: number;
  count: number;
  one: string;
  schema: Schema;
  value: unknown;
  path: Path;
  usual: readonly string[];
  object: Props["object"];
  onMove(from: number, to: number): void;
  onRemove(index: number): void;
}

function Item({ index, count, one, schema, value, path, usual, object, onMove, onRemove }: ItemProps) {
  const { readOnly, faults, change } = useForm();
  const [open, setOpen] = useState(false);
  const wish = useStore(revealed);
  const here = dataPath(path);
  useEffect(() => {
    if (wish && within(wish.path, here)) setOpen(true);
  }, [wish, here]);
  const compound = isObject(value) || Array.isArray(value) || typesOf(schema).join() === "object";
  const title = nameOf(value) || `${one} ${index + 1}`;
  const wrong = faults(path);
  const keys = (e: KeyboardEvent) => {
    if (readOnly || !e.altKey || (e.key !== "ArrowUp" && e.key !== "ArrowDown")) return;
    e.preventDefault();
    onMove(index, index + (e.key === "ArrowUp" ? -1 : 1));
  };
  const tools = !readOnly && (
    <span className="flex shrink-0">
      <IconButton
        size="small"
        label={`Move ${title} up`}
        icon={<ArrowUp size={15} aria-hidden="true" />}
        aria-disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
        className="text-muted max-xs:hidden"
      />
      <IconButton
        size="small"
        label={`Move ${title} down`}
        icon={<ArrowDown size={15} aria-hidden="true" />}
        aria-disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
        className="text-muted"
      />
      <IconButton
        size="small"
        label={`Remove ${title}`}
        icon={<Trash2 size={15} aria-hidden="true" />}
        onClick={() => onRemove(index)}
        className="text-muted"
      />
    </span>
  );
  if (!compound) {
    return (
      <li className="flex gap-1 items-start" onKeyDown={keys}>
        <div className="flex-1 min-w-0">
          <ValueField label={`${one} ${index + 1}`} schema={schema} value={value} path={path} required bare />
        </div>
        {typesOf(schema).includes("object") && !readOnly && (
          <Button
            size="small"
            look="quiet"
            className="text-muted"
            onClick={() => {
              change(path, { [schema.required?.[0] ?? "value"]: value });
              setOpen(true);
            }}
          >
            More
          </Button>
        )}
        {tools}
      </li>
    );
  }
  return (
    <li
      className={clsx("rounded-control border bg-surface min-w-0", wrong && !open ? "border-bad" : "border-line")}
      onKeyDown={keys}
    >
      <div className="flex items-center gap-1 pr-1">
        <button
          type="button"
          aria-expanded={open}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          data-path={dataPath(path)}
          onClick={() => setOpen(!open)}
          className="target flex-1 min-w-0 flex items-center gap-2 px-2.5 text-left text-sm rounded-control"
        >
          <ChevronRight
            size={15}
            className={clsx("shrink-0 text-muted transition-transform", open && "rotate-90")}
            aria-hidden="true"
          />
          <span className={clsx("truncate", !nameOf(value) && "text-muted")}>{title}</span>
          {wrong > 0 && <Badge tone="bad">{wrong} to fix</Badge>}
        </button>
        {tools}
      </div>
      {open && <div className="border-t border-line p-3 sm:p-4">{object(schema, value, path, usual)}</div>}
    </li>
  );
}
