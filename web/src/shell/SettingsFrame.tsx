import clsx from "clsx";
import { Link, Navigate, Outlet } from "@tanstack/react-router";
import { settingsPlaces } from "./places";
import { useCurrentInView } from "./useCurrentInView";

/** What all pages of the settings have in common: the way to the others. */
export function SettingsFrame() {
  const row = useCurrentInView<HTMLElement>();
  return (
    <div className="grid gap-6 md:grid-cols-[12rem_minmax(0,1fr)] lg:gap-10 items-start">
      <nav
        ref={row}
        aria-label="Settings"
        className="flex md:grid gap-1 overflow-x-auto relative md:sticky md:top-20 -mx-1 px-1 py-0.5"
      >
        {settingsPlaces.map((place) => (
          <Link
            key={place.to}
            to={place.to}
            className={clsx(
              "target inline-flex items-center px-3 rounded-control text-sm font-medium whitespace-nowrap",
              "no-underline text-muted hover:text-text hover:bg-hover aria-[current=page]:text-accent",
              "aria-[current=page]:bg-accent-soft",
            )}
          >
            {place.label}
          </Link>
        ))}
      </nav>
      <div className="min-w-0 max-w-4xl">
        <Outlet />
      </div>
    </div>
  );
}

/** /settings is its first page. */
export const FirstSetting = () => <Navigate to={settingsPlaces[0].to} replace />;
