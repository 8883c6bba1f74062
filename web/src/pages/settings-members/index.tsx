import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useMay, useMe } from "~/api/me";
import { membersQuery } from "~/api/members";
import { useAddress } from "~/shell/address";
import { useCommands } from "~/shell/palette/commands";
import { useTitle } from "~/shell/title";
import { Button, ErrorState, Loading, PageHeader, Skeleton } from "~/ui";
import { Invite } from "./Invite";
import { Invitations } from "./Invitations";
import { People } from "./People";

export default function Members() {
  useTitle("Members");
  const { manage } = useMay();
  const { workspace } = useMe();
  const [open, setOpen] = useAddress("open");
  const id = workspace?.id ?? "";
  const members = useQuery({ ...membersQuery(id), enabled: id !== "" });
  useCommands(
    manage
      ? [
          {
            id: "invite",
            title: "Invite somebody",
            section: "This page",
            keywords: "member add person",
            run: () => setOpen("invite"),
          },
        ]
      : [],
  );
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          manage && (
            <Button look="primary" icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setOpen("invite")}>
              Invite
            </Button>
          )
        }
      >
        Who works in {workspace?.name ?? "this workspace"}. Viewers see everything, editors build apps, owners manage.
      </PageHeader>
      <div className="grid gap-8">
        {members.isPending ? (
          <Loading what="Loading the members">
            <Skeleton className="h-40" />
          </Loading>
        ) : members.isError ? (
          <ErrorState failure={members.error} onRetry={() => void members.refetch()} />
        ) : (
          <People workspace={id} members={members.data} />
        )}
        {manage && <Invitations workspace={id} />}
      </div>
      {open === "invite" && manage && <Invite workspace={id} onClose={() => setOpen("")} />}
    </>
  );
}
