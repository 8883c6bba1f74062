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
  const something = useStore(unsaid).length > 0;
  const said = useRef(false); // toasts stay mounted once there was one
  said.current ||= something;
  return (
    <CSPProvider disableStyleElements>
      <ServerDown />
      <Outlet />
      {said.current && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
      {waiting && (
        <Suspense>
          <SessionDialog renewal={waiting} />
        </Suspense>
      )}
    </CSPProvider>
  );
}
