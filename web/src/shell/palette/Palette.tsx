import { Dialog as Base } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import clsx from "clsx";
import { Search } from "lucide-react";
import { useDeferredValue, useId, useRef, useState, type KeyboardEvent } from "react";
import { api, take } from "~/api/client";
import { useStore } from "~/api/store";
import { matching, offered, type Command } from "./commands";

/** Finds apps and commands by what is typed. */
export default function Palette({ onClose }: { onClose(): void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = useFound(typed);
  const chosen = found[Math.min(at, found.length - 1)];
  const choose = (command: Command) => {
    onClose();
    command.run();
  };
  const press = (e: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) {
      e.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(found.length, 1));
    } else if (e.key === "Enter" && chosen && !e.nativeEvent.isComposing) {
      e.preventDefault();
      choose(chosen);
    }
  };
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop data-veil="" className="fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          initialFocus={field}
          aria-label="Search and commands"
          className="fixed z-40 inset-x-3 top-[max(1rem,12vh)] mx-auto max-w-xl rounded-card bg-raised shadow-high border border-line overflow-hidden"
        >
          <div className="flex items-center gap-3 px-4 border-b border-line">
            <Search size={18} className="text-muted shrink-0" aria-hidden="true" />
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls={id}
              aria-activedescendant={chosen && `${id}-${found.indexOf(chosen)}`}
              aria-label="Search apps and commands"
              placeholder="Search apps and commands"
              ref={field}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(e) => {
                setTyped(e.target.value);
                setAt(0);
              }}
              onKeyDown={press}
              className="flex-1 min-w-0 h-13 bg-transparent text-base outline-none"
            />
          </div>
          <div id={id} role="listbox" aria-label="Results" className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
            {found.map((command, i) => (
              <div key={`${command.section}/${command.id}`}>
                {found[i - 1]?.section !== command.section && (
                  <p className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted" aria-hidden="true">
                    {command.section}
                  </p>
                )}
                {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the
                  focus stays in the field, which has the keys and names the option by aria-activedescendant */}
                <div
                  id={`${id}-${i}`}
                  role="option"
                  aria-selected={command === chosen}
                  onClick={() => choose(command)}
                  onPointerMove={() => setAt(i)}
                  ref={(node) => {
                    if (command === chosen) node?.scrollIntoView?.({ block: "nearest" });
                  }}
                  className={clsx(
                    "target flex items-center gap-2.5 px-2.5 rounded-md cursor-default",
                    command === chosen && "bg-hover",
                  )}
                >
                  {command.icon}
                  <span className="truncate">{command.title}</span>
                </div>
              </div>
            ))}
          </div>
          <p role="status" className={clsx("text-muted px-4", found.length ? "sr-only" : "pb-5 pt-1")}>
            {found.length
              ? `${found.length} ${found.length === 1 ? "result" : "results"}`
              : "Nothing fits. Try another word."}
          </p>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Commands and apps, sections together, apps first once something is typed. */
function useFound(typed: string): Command[] {
  const navigate = useNavigate();
  const commands = [...useStore(offered).values()].flat();
  const wish = typed.trim();
  const q = useDeferredValue(wish);
  const apps = useQuery({
    queryKey: ["apps", "palette", q],
    queryFn: ({ signal }) =>
      take(api.GET("/apps", { params: { query: { limit: 6, ...(q && { q: q.slice(0, 200) }) } }, signal })),
    placeholderData: (before) => before,
  });
  const former = apps.isPlaceholderData || q !== wish; // until those that fit are known, some that do: Enter opens the first
  const items = (apps.data?.items ?? []).filter(
    ({ name }) => !former || name.toLowerCase().includes(wish.toLowerCase()),
  );
  const found = items.map((app): Command => ({
    id: app.id,
    title: app.name,
    section: "Apps",
    run: () => void navigate({ to: "/apps/$id", params: { id: app.id } }),
  }));
  const rest = matching(commands, typed);
  const sections = [...new Set(rest.map(({ section }) => section))];
  return [...found, ...sections.flatMap((section) => rest.filter((command) => command.section === section))];
}
