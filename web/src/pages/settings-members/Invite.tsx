import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import type { Role } from "~/api/me";
import { isProblem, sentence } from "~/api/problem";
import { roleOptions } from "~/api/roles";
import { exactly } from "~/time/ago";
import { Button, CopyButton, Dialog, Notice, Select, TextField } from "~/ui";

/** Makes a link that lets one person in, and shows it: the server keeps only its digest. */
export function Invite({ workspace, onClose }: { workspace: string; onClose(): void }) {
  const [role, setRole] = useState<Role>("editor");
  const [email, setEmail] = useState("");
  const client = useQueryClient();
  const invite = useMutation({
    mutationFn: () =>
      take(
        api.POST("/workspaces/{id}/invitations", {
          params: { path: { id: workspace } },
          body: { role, ...(email.trim() && { email: email.trim() }) },
        }),
      ),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["invitations", workspace] }),
  });
  const problem = isProblem(invite.error) ? invite.error : null;
  if (invite.data) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Send this link"
        description={email.trim() ? `It lets ${email.trim()} in, once.` : "It lets one person in, once."}
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex items-center gap-2 rounded-control bg-sunken pl-3 pr-1.5 py-1.5">
          <code className="min-w-0 flex-1 break-all select-all text-sm">{invite.data.url}</code>
          <CopyButton word text={invite.data.url} what="the link" />
        </div>
        <p className="text-sm text-muted">
          It works until {exactly(invite.data.expiresAt)}, and is shown only now. You can revoke it at any time.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title="Invite somebody" description="You get a link to send to them.">
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(e) => {
          e.preventDefault();
          if (!invite.isPending) invite.mutate();
        }}
      >
        <Select
          label="They become"
          value={role}
          onChange={(e) => setRole(e.target.value as Role)}
          options={roleOptions()}
        />
        <TextField
          label="E-mail address"
          aside="optional"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(e) => setEmail(e.target.value)}
          error={problem?.field("email")}
          hint="With one, only an account with this address can use the link. Nothing is sent."
        />
        {invite.error && !problem?.field("email") && <Notice tone="bad">{sentence(invite.error)}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={invite.isPending}>
            Make the link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
