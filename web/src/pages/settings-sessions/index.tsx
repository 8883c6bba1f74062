import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LaptopMinimal } from "lucide-react";
import { useState } from "react";
import { api, take, type Schemas } from "~/api/client";
import { isProblem, sentence } from "~/api/problem";
import { useCommands } from "~/shell/palette/commands";
import { useTitle } from "~/shell/title";
import { useSignOut } from "~/shell/useSignOut";
import { Badge, Button, Card, ConfirmDialog, ErrorState, Loading, PageHeader, Skeleton, Time, toast } from "~/ui";

type Session = Schemas["Session"];

const end = ({ id }: Session) =>
  take(api.DELETE("/me/sessions/{id}", { params: { path: { id } } })).catch((failure: unknown) => {
    if (!isProblem(failure, "NOT_FOUND")) throw failure; // has ended meanwhile
  });

export default function Sessions() {
  useTitle("Sessions");
  const client = useQueryClient();
  const signOut = useSignOut();
  const [ending, setEnding] = useState(false);
  const sessions = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) =>
      take(api.GET("/me/sessions", { params: { query: { limit: 200 } }, signal })).then(({ items }) => items),
  });
  const refresh = () => client.invalidateQueries({ queryKey: ["sessions"] });
  const one = useMutation({
    mutationFn: end,
    onSuccess: (_, session) => {
      void refresh();
      toast({ title: `Signed out on ${session.device}` });
    },
    onError: (failure) => toast({ tone: "bad", title: "The session goes on", text: sentence(failure) }),
  });
  const list = [...(sessions.data ?? [])].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );
  const others = list.filter(({ current }) => !current);
  useCommands(
    others.length
      ? [
          {
            id: "end-others",
            title: "Sign out everywhere else",
            section: "This page",
            keywords: "sessions devices",
            run: () => setEnding(true),
          },
        ]
      : [],
  );
  return (
    <>
      <PageHeader
        title="Sessions"
        actions={others.length > 0 && <Button onClick={() => setEnding(true)}>Sign out everywhere else</Button>}
      >
        Where you are signed in. End what you do not know, and change your password then.
      </PageHeader>
      {sessions.isPending ? (
        <Loading what="Loading the sessions">
          <Skeleton className="h-24" />
        </Loading>
      ) : sessions.isError ? (
        <ErrorState failure={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <ul className="grid gap-3" aria-label="Sessions">
          {list.map((session) => (
            <li key={session.id}>
              <Card className="flex flex-wrap items-center gap-x-4 gap-y-3">
                <LaptopMinimal size={20} className="text-muted shrink-0" aria-hidden="true" />
                <div className="grid gap-0.5 flex-1 basis-56 min-w-0">
                  <p className="font-medium flex flex-wrap items-center gap-2" title={session.userAgent}>
                    {session.device}
                    {session.current && (
                      <Badge tone="good" dot>
                        This one
                      </Badge>
                    )}
                  </p>
                  <p className="text-sm text-muted">
                    {session.address},{" "}
                    {session.current ? (
                      "in use now"
                    ) : (
                      <>
                        last seen <Time at={session.lastSeenAt} />
                      </>
                    )}
                    , signed in <Time at={session.createdAt} />
                  </p>
                </div>
                {session.current ? (
                  <Button size="small" onClick={() => void signOut()}>
                    Sign out
                  </Button>
                ) : (
                  <Button
                    size="small"
                    aria-label={`End the session on ${session.device} from ${session.address}`}
                    busy={one.isPending && one.variables.id === session.id}
                    onClick={() => one.mutate(session)}
                  >
                    End
                  </Button>
                )}
              </Card>
            </li>
          ))}
        </ul>
      )}
      {ending && (
        <ConfirmDialog
          title="Sign out everywhere else?"
          verb="Sign out"
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            try {
              await Promise.all(others.map(end));
            } finally {
              await refresh();
            }
            toast({ title: "You are signed in here only" });
          }}
        >
          <p>
            {others.length === 1 ? "One other session ends" : `${others.length} other sessions end`} at once. What was
            not saved there is lost.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
