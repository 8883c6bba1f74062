import { CSPProvider } from "@base-ui/react/csp-provider";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useRef } from "react";
import { renewal } from "~/api/session";
import { useStore } from "~/api/store";
import { unsaid } from "~/ui/toasts";
import { ServerDown } from "./ServerDown";

const SessionDialog = lazy(() => import("./SessionDialog"));
const Toasts = lazy(() => import("~/ui/Toast"));

/** What is around every page. */
export function Root() {
  const waiting = useStore(renewal);
  const said = useRef(false);
  said.current ||= useStore(unsaid).length > 0;
  return (
    <CSPProvider disableStyleElements>
      <ServerDown />
      <Outlet />
      {said.current && <Suspense><Toasts /></Suspense>}
      {waiting && <Suspense><SessionDialog renewal={waiting} /></Suspense>}
    </CSPProvider>
  );
}
