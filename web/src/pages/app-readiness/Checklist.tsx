import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { reveal } from "~/pages/app-editor/parts/reveal";
import { Badge, Button, buttonClass } from "~/ui";
import { directories, groups, placeOf, type Item } from "./items";

const icons = {
  todo: [CircleDashed, "text-bad"],
  warning: [CircleAlert, "text-warn"],
  ok: [CircleCheck, "text-good"],
} as const;

/** What is asked, what is to do first; each item leads to where it is mended. */
export function Checklist({ id, items, build }: { id: string; items: readonly Item[]; build: boolean }) {
  return (
    <div className="grid gap-6">
      {groups.map(({ status, title, hint }) => {
        const found = items.filter((item) => item.status === status);
        if (found.length === 0) return null;
        const list = (
          <ul aria-label={title} className="rounded-card border border-line bg-surface shadow-low divide-y divide-line">
            {found.map((item) => (
              <li key={item.id}>
                <One id={id} item={item} build={build} />
              </li>
            ))}
          </ul>
        );
        if (status === "ok") {
          return (
            <details key={status} className="group grid gap-2">
              <summary className="target flex items-center gap-2 font-semibold list-none [&::-webkit-details-marker]:hidden rounded-control w-fit">
                <ChevronRight size={16} className="transition-transform group-open:rotate-90" aria-hidden="true" />
                {title} <span className="text-muted font-normal tabular-nums">{found.length}</span>
              </summary>
              {list}
            </details>
          );
        }
        return (
          <section key={status} aria-labelledby={`group-${status}`} className="grid gap-2">
            <h2 id={`group-${status}`} className="font-semibold flex flex-wrap items-baseline gap-x-2">
              {title} <span className="text-muted font-normal tabular-nums">{found.length}</span>
              {hint && <span className="text-sm text-muted font-normal">{hint}</span>}
            </h2>
            {list}
          </section>
        );
      })}
    </div>
  );
}

function One({ id, item, build }: { id: string; item: Item; build: boolean }) {
  const navigate = useNavigate();
  const [Icon, color] = icons[item.status];
  const place = build ? placeOf(item) : null;
  const toEditor = (field: string) => {
    reveal(field);
    void navigate({ to: "/apps/$id", params: { id } });
  };
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <Icon size={18} className={`shrink-0 mt-0.5 ${color}`} aria-hidden="true" />
      <div className="grid gap-0.5 flex-1 basis-52 min-w-0">
        <h3 className="font-medium flex flex-wrap items-center gap-2">
          {item.title}
          {item.client !== "both" && <Badge>{directories.find(({ value }) => value === item.client)?.label}</Badge>}
        </h3>
        <p className="text-sm text-muted wrap-anywhere">{item.detail}</p>
      </div>
      {place?.kind === "listing" && (
        <Button size="small" aria-label={`Fill in: ${item.title}`} onClick={() => focusListing(place.field)}>
          Fill in
        </Button>
      )}
      {place?.kind === "editor" && (
        <Button size="small" aria-label={`Change it: ${item.title}`} onClick={() => toEditor(place.field)}>
          Change it
        </Button>
      )}
      {place?.kind === "page" && (
        <Link
          to={place.to}
          params={{ id }}
          className={buttonClass("plain", "small")}
          aria-label={`${place.label}: ${item.title}`}
        >
          {place.label}
        </Link>
      )}
    </div>
  );
}

/** Puts the focus on a field of the listing, which stands on the same page. */
function focusListing(field: string): void {
  const control = document.querySelector<HTMLElement>(`[data-listing="${CSS.escape(field)}"]`);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}
