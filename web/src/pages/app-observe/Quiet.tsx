import { Link } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import type { App } from "~/api/apps";
import { Button, buttonClass, Card, EmptyState } from "~/ui";
import { windows, type Window } from "./calls";

/** No calls in the window: what shows up here, and how to make the first one. */
export function Quiet({ app, window, onLonger }: { app: App; window: Window; onLonger?: (() => void) | undefined }) {
  const label = windows.find(({ value }) => value === window)?.label.replace("1 ", "") ?? "";
  const live = app.liveVersion !== null;
  return (
    <Card>
      <EmptyState
        icon={<Activity size={28} />}
        title={`No calls in the last ${label}`}
        actions={
          <>
            <Link to="/apps/$id/try" params={{ id: app.id }} className={buttonClass("primary")}>
              Try it
            </Link>
            {live && (
              <Link to="/apps/$id/connect" params={{ id: app.id }} className={buttonClass("plain")}>
                Connect a client
              </Link>
            )}
            {onLonger && (
              <Button look="quiet" onClick={onLonger}>
                Look at 30 days
              </Button>
            )}
          </>
        }
      >
        {live
          ? "As soon as a client calls the app, its calls, speed and errors show up here, within two seconds. Nothing of what people ask or get is kept unless you turn on samples."
          : "The app is not live, so that only you can call it. Try it now; publish it when it does what you want."}
      </EmptyState>
    </Card>
  );
}
