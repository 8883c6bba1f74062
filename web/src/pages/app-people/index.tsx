import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { useApp } from "~/api/apps";
import { useMay } from "~/api/me";
import { peopleQuery } from "~/api/people";
import { useTitle } from "~/shell/title";
import { Button, EmptyState, ErrorState, Loading, Notice, PageHeader, Skeleton } from "~/ui";
import { Attempts } from "./Attempts";
import { Doctor } from "./Doctor";
import { Invite } from "./Invite";
import { PeopleTable } from "./PeopleTable";
import { Reviewer } from "./Reviewer";

/** Who has signed in to an app, and why others could not. */
export default function PeoplePage() {
  const { id } = useParams({ from: "/inside/apps/$id/people" });
  const tagged = useApp(id);
  const app = tagged.data;
  const [inviting, setInviting] = useState(false);
  useTitle(`People of ${app.name}`);
  const { build } = useMay();
  const people = useInfiniteQuery({ ...peopleQuery(id), enabled: build });
  const found = people.data?.pages.flatMap(({ items }) => items) ?? [];
  const open = app.access === "public";
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="People"
        actions={
          build &&
          !open &&
          app.origin !== "seeded" &&
          app.status === "published" && (
            <Button icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      >
        Who has signed in to this app from ChatGPT, Claude or another client.{" "}
        <Link to="/apps/$id/access" params={{ id }} className="link">
          Who may sign in
        </Link>
      </PageHeader>
      <div className="grid grid-cols-1 gap-10">
        {!build ? (
          <Notice>Editors and owners of the workspace see who has signed in.</Notice>
        ) : people.isPending ? (
          <Loading what="Loading the people">
            <Skeleton className="h-40" />
          </Loading>
        ) : people.isError ? (
          <ErrorState failure={people.error} onRetry={() => void people.refetch()} />
        ) : found.length === 0 ? (
          <EmptyState icon={<Users size={28} />} title="Nobody has signed in yet">
            {open
              ? "Everybody may call this app without signing in. Change that under Access to have rows of one’s own, or to let only certain people in."
              : "Connect the app in ChatGPT or Claude: it asks people to sign in, and they stand here once they have."}
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <PeopleTable app={id} people={found} />
            {people.hasNextPage && (
              <Button busy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
                Show more
              </Button>
            )}
          </div>
        )}
        {build && !open && <Reviewer app={id} live={app.status === "published"} />}
        {(!open || found.length > 0) && <Attempts app={id} people={found} />}
        {build && !open && app.status === "published" && <Doctor app={id} />}
      </div>
      {inviting && <Invite app={tagged} onClose={() => setInviting(false)} />}
    </div>
  );
}
