import { Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useMe } from "~/api/me";
import { PaletteHost } from "./palette/PaletteHost";
import { TopBar } from "./TopBar";

const NoWorkspace = lazy(() => import("./NoWorkspace"));

/** Pages that are about the person, whatever the workspace. */
const personal = /^\/settings\/(profile|sessions)$/;

/** The frame of every page for people who are signed in. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (s) => s.resolvedLocation?.pathname ?? "" });
  const before = useRef("");
  const anywhere = useMe().workspace !== null || personal.test(path);
  useEffect(() => {
    // A new page begins at its main part, also for the keyboard and for screen readers.
    if (before.current && before.current !== path && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:top-2 focus:left-2 focus:bg-raised focus:px-3 focus:py-2 focus:rounded-control focus:shadow-high"
      >
        Skip to the page
      </a>
      <TopBar />
      <main id="main" ref={main} tabIndex={-1} className="mx-auto w-full max-w-[90rem] px-4 sm:px-6 py-6 outline-none">
        {anywhere ? (
          <Outlet />
        ) : (
          <Suspense>
            <NoWorkspace />
          </Suspense>
        )}
      </main>
      <PaletteHost />
    </>
  );
}
