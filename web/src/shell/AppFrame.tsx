import clsx from "clsx";
import { Link, Outlet, useNavigate, useParams, useRouterState } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { standing, useApp } from "~/api/apps";
import { useTablesAhead } from "~/api/releases";
import { Badge } from "~/ui/Badge";
import { useCommands } from "./palette/commands";
import { appPlaces } from "./places";
import { Suspended } from "./Suspended";
import { useCurrentInView } from "./useCurrentInView";

/** What all pages about one app have in common: its name, its state, the way to the others. */
export function AppFrame() {
  const { id } = useParams({ from: "/inside/apps/$id" });
  const { data: app } = useApp(id);
  const { label, tone } = standing(app, useTablesAhead(app));
  const navigate = useNavigate();
  const row = useCurrentInView<HTMLElement>();
  const page = useRouterState({ select: (s) => s.location.pathname.split("/")[3] });
  useCommands(
    appPlaces.map((place) => ({
      id: place.to,
      title: `${place.label}: ${app.name}`,
      section: "This app",
      keywords: place.keywords,
      run: () => void navigate({ to: place.to, params: { id } }),
    })),
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 mb-5">
        <nav aria-label="Breadcrumb" className="flex items-center gap-1.5 min-w-0">
          <Link
            to="/apps"
            activeOptions={{ exact: true }}
            className="text-muted hover:text-text no-underline target inline-flex items-center"
          >
            Apps
          </Link>
          <ChevronRight size={14} className="text-muted shrink-0" aria-hidden="true" />
          <span className="font-semibold truncate">{app.name}</span>
        </nav>
        <Badge tone={tone} dot>
          {label}
        </Badge>
        <nav
          ref={row}
          aria-label="App"
          className="relative flex gap-1 overflow-x-auto w-full lg:w-auto lg:ml-auto -mx-1 px-1 py-0.5"
        >
          {appPlaces.map((place) => (
            <Link
              key={place.to}
              to={place.to}
              params={{ id }}
              aria-current={"within" in place && place.within.some((name) => name === page) ? "true" : undefined}
              activeOptions={{ exact: place.to === "/apps/$id", includeSearch: false }}
              className={clsx(
                "target inline-flex items-center px-3 rounded-control text-sm font-medium whitespace-nowrap",
                "no-underline text-muted hover:text-text hover:bg-hover [&[aria-current]]:text-accent",
                "[&[aria-current]]:bg-accent-soft",
              )}
            >
              {place.label}
            </Link>
          ))}
        </nav>
      </div>
      {app.suspended && <Suspended {...app.suspended} />}
      <Outlet />
    </>
  );
}
