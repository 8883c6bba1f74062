import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, take, type Schemas } from "~/api/client";
import { isProblem, sentence } from "~/api/problem";
import { roleLabel } from "~/api/roles";
import { Button, DataTable, ErrorState, Loading, Skeleton, Time, toast, type Column } from "~/ui";

type Invitation = Schemas["OpenInvitation"];

/** The links that were sent and not used yet. */
export function Invitations({ workspace }: { workspace: string }) {
  const client = useQueryClient();
  const open = useQuery({
    queryKey: ["invitations", workspace],
    queryFn: ({ signal }) =>
      take(
        api.GET("/workspaces/{id}/invitations", { params: { path: { id: workspace }, query: { limit: 200 } }, signal }),
      ),
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) =>
      take(
        api.DELETE("/workspaces/{id}/invitations/{invitationId}", {
          params: { path: { id: workspace, invitationId: id } },
        }),
      ).catch((failure: unknown) => {
        if (!isProblem(failure, "NOT_FOUND")) throw failure; // used or revoked a moment ago
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["invitations", workspace] });
      toast({ title: "The link does not work any more" });
    },
    onError: (failure) => toast({ tone: "bad", title: "The link still works", text: sentence(failure) }),
  });
  const columns: Column<Invitation>[] = [
    { key: "for", title: "For", cell: ({ email }) => email ?? "Whoever has the link" },
    { key: "role", title: "Role", cell: ({ role }) => roleLabel(role) },
    {
      key: "by",
      title: "Made by",
      cell: ({ madeBy, createdAt }) => (
        <>
          {madeBy.name}, <Time at={createdAt} />
        </>
      ),
    },
    { key: "until", title: "Ends", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      key: "actions",
      title: "Actions",
      actions: true,
      cell: (invitation) => (
        <Button
          size="small"
          look="quiet"
          aria-label={`Revoke the invitation for ${invitation.email ?? "whoever has the link"}`}
          busy={revoke.isPending && revoke.variables.id === invitation.id}
          onClick={() => revoke.mutate(invitation)}
        >
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <section aria-labelledby="invitations" className="grid gap-3">
      <h2 id="invitations" className="text-lg font-semibold">
        Open invitations
      </h2>
      {open.isPending ? (
        <Loading what="Loading the invitations">
          <Skeleton className="h-16" />
        </Loading>
      ) : open.isError ? (
        <ErrorState failure={open.error} onRetry={() => void open.refetch()} />
      ) : (
        <DataTable
          label="Open invitations"
          columns={columns}
          rows={open.data.items}
          id={({ id }) => id}
          empty={<p className="text-muted">None. A link stands here until somebody has used it.</p>}
        />
      )}
    </section>
  );
}
