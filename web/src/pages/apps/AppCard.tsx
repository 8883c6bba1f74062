import clsx from "clsx";
import { Link } from "@tanstack/react-router";
import { Copy, CopyPlus, Ellipsis, ExternalLink, Trash2 } from "lucide-react";
import { useState } from "react";
import { standing, type App } from "~/api/apps";
import { Picture } from "~/create/Picture";
import { Badge, Button, Menu, MenuItem, MenuLink, MenuSeparator, Time, toast } from "~/ui";
import { DeleteApp } from "./DeleteApp";
import { useDuplicate } from "./useDuplicate";

interface Props {
  app: App;
  /** Of its layout, as a data: URL; "" for none. */
  picture: string;
  /** Within the last day; undefined while it is not known. */
  calls: number | undefined;
  build: boolean;
}

/** One app in the list: what it is, how it stands, and what can be done with it from here. */
export function AppCard({ app, picture, calls, build }: Props) {
  const [deleting, setDeleting] = useState(false);
  const duplicate = useDuplicate();
  const { label, tone } = standing(app);
  const seeded = app.origin === "seeded";
  return (
    <article
      className={clsx(
        "group relative h-full rounded-card border border-line bg-surface shadow-low overflow-hidden grid",
        "grid-cols-[6.5rem_minmax(0,1fr)] sm:grid-cols-1 sm:grid-rows-[auto_1fr] hover:border-edge",
        "transition-colors focus-within:border-edge",
      )}
    >
      <Picture src={picture} beside />
      <div className="p-3.5 sm:p-4 grid gap-2 grid-rows-[auto_1fr_auto] min-w-0">
        <div className="flex items-start gap-2 -mt-1.5">
          <h2 className="font-semibold min-w-0 flex-1 pt-1.5">
            <Link
              to="/apps/$id"
              params={{ id: app.id }}
              className={clsx(
                "text-text no-underline after:absolute after:inset-0 after:rounded-card focus-visible:outline-none",
                "focus-visible:after:outline-2 focus-visible:after:-outline-offset-2",
                "focus-visible:after:outline-accent wrap-anywhere",
              )}
            >
              {app.name}
            </Link>
          </h2>
          <Menu
            trigger={
              <Button
                look="quiet"
                className="relative z-10 -mr-2 -mb-2 max-sm:-mt-1 text-muted"
                aria-label={`Actions for ${app.name}`}
                icon={<Ellipsis size={18} aria-hidden="true" />}
              />
            }
          >
            {app.mcpUrl && (
              <MenuItem icon={<Copy size={16} aria-hidden="true" />} onSelect={() => void copy(app.mcpUrl ?? "")}>
                Copy the address
              </MenuItem>
            )}
            {app.status === "published" && app.mcpUrl && !app.suspended && (
              <MenuLink
                icon={<ExternalLink size={16} aria-hidden="true" />}
                // eslint-disable-next-line jsx-a11y/anchor-has-content -- MenuLink puts its children into it
                link={<a href={app.mcpUrl} target="_blank" rel="noreferrer" />}
              >
                Open its page
              </MenuLink>
            )}
            {build && (
              <MenuItem icon={<CopyPlus size={16} aria-hidden="true" />} onSelect={() => duplicate.mutate(app)}>
                {seeded ? "Use as template" : "Duplicate"}
              </MenuItem>
            )}
            {build && !seeded && (
              <>
                <MenuSeparator />
                <MenuItem
                  danger
                  icon={<Trash2 size={16} aria-hidden="true" />}
                  onSelect={() => setDeleting(true)}
                  disabled={app.suspended !== null}
                >
                  Delete…
                  {app.suspended && <span className="block text-xs">Not while the app is suspended</span>}
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
        <p className="text-sm text-muted line-clamp-2">
          {app.description || app.toolDescription || "No description yet."}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-muted pt-1">
          <Badge tone={tone} dot>
            {label}
          </Badge>
          {seeded && <Badge>Ships with Berth</Badge>}
          <span className="ml-auto tabular-nums">
            {calls
              ? `${calls.toLocaleString("en")} ${calls === 1 ? "call" : "calls"} in a day`
              : !seeded && (
                  <>
                    Changed <Time at={app.updatedAt} />
                  </>
                )}
          </span>
        </div>
      </div>
      {deleting && <DeleteApp app={app} onClose={() => setDeleting(false)} />}
    </article>
  );
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: "Address copied", text: address });
  } catch {
    toast({ tone: "bad", title: "The browser does not allow copying", text: address });
  }
}
