import { lazy, Suspense, useState } from "react";
import { Button } from "~/ui/Button";
import { EmptyState } from "~/ui/States";
import { useTitle } from "./title";

const NewWorkspace = lazy(() => import("./NewWorkspace"));

/** What somebody sees who uses apps of others and builds none: no page of a workspace has anything to show. */
export default function NoWorkspace() {
  useTitle("No workspace");
  const [making, setMaking] = useState(false);
  return (
    <>
      <EmptyState
        title="You have no workspace yet"
        actions={
          <>
            <Button look="primary" onClick={() => setMaking(true)}>
              Make a workspace
            </Button>
            <a href="/account" className="text-accent p-2">
              Your account
            </a>
          </>
        }
      >
        Your account uses apps that others have built. To build your own, make a workspace, or ask somebody to invite
        you to theirs.
      </EmptyState>
      {making && (
        <Suspense>
          <NewWorkspace onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
}
