import { useQuery } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { releaseChangesQuery } from "~/api/releases";
import { Button, Dialog, ErrorState, Loading, Skeleton } from "~/ui";
import { Changes } from "./Changes";

interface Props {
  app: App;
  version: number;
  /** What is served now. */
  live: number;
  build: boolean;
  onServe(): void;
  onClose(): void;
}

/** What would change for people if another release were served. */
export function Compare({ app, version, live, build, onServe, onClose }: Props) {
  const changes = useQuery(releaseChangesQuery(app.id, version, live));
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Version ${version} against live`}
      description={`What people would notice if version ${version} were served instead of version ${live}.`}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {build && (
            <Button look="primary" onClick={onServe}>
              Serve version {version}
            </Button>
          )}
        </>
      }
    >
      {changes.isPending ? (
        <Loading what="Comparing">
          <Skeleton className="h-20" />
        </Loading>
      ) : changes.isError ? (
        <ErrorState failure={changes.error} onRetry={() => void changes.refetch()} />
      ) : (
        <Changes items={changes.data.items} none="Nothing: both are the same." effect />
      )}
    </Dialog>
  );
}
