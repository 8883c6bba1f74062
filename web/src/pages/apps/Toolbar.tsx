import clsx from "clsx";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { controlClass } from "~/ui";

const filters = [
  { value: "", label: "All" },
  { value: "published", label: "Live" },
  { value: "draft", label: "Drafts" },
] as const;

type Filter = "published" | "draft";

export const isFilter = (value: string): value is Filter => value === "published" || value === "draft";

interface Props {
  q: string;
  onSearch(q: string): void;
  status: string;
  onStatus(status: string): void;
}

/** Looks for apps by words and by state. */
export function Toolbar({ q, onSearch, status, onStatus }: Props) {
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  useEffect(() => {
    if (q !== sent.current) setTyped((sent.current = q)); // changed elsewhere: the way back, a button
  }, [q]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => onSearch((sent.current = typed)), 200);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <div role="search" className="flex flex-wrap gap-3 mb-5">
      <div className="relative flex-1 basis-56 max-w-md">
        <Search
          size={16}
          className="absolute left-3 top-1/2 -translate-y-1/2 text-muted pointer-events-none"
          aria-hidden="true"
        />
        <input
          type="search"
          aria-label="Search apps"
          placeholder="Search apps"
          maxLength={200}
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
          className={clsx(controlClass, "pl-9 pr-10 [&::-webkit-search-cancel-button]:hidden")}
        />
        {typed && (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={() => setTyped("")}
            className="target absolute right-0 top-1/2 -translate-y-1/2 aspect-square grid place-items-center text-muted hover:text-text rounded-control"
          >
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      <div role="group" aria-label="State" className="inline-flex rounded-control bg-sunken">
        {filters.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={status === value}
            onClick={() => onStatus(value)}
            className="choice target px-3 text-sm font-medium text-muted hover:text-text aria-pressed:bg-raised aria-pressed:text-text"
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
