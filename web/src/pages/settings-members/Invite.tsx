import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import type { Role } from "~/api/me";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { roleOptions } from "~/api/roles";
import { ShownOnce } from "~/secret/ShownOnce";
import { exactly } from "~/time/ago";
import { Button, Dialog, Form, Notice, Select, TextField } from "~/ui";

/** Makes a link that lets one person in, and shows it: the server keeps only its digest. */
export function Invite({ workspace, onClose }: { workspace: string; onClose(): void }) {
  const [role, setRole] = useState<Role>("editor");
  const [email, setEmail] = useState("");
  const client = useQueryClient();
  const invite = useOnce({
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
      <ShownOnce
        title="Send this link"
        lines={[
          {
            label: email.trim() ? `It lets ${email.trim()} in, once` : "It lets one person in, once",
            text: invite.data.url,
            what: "the link",
          },
        ]}
        onClose={onClose}
      >
        <p className="text-sm text-muted">
          It works until {exactly(invite.data.expiresAt)}. You can revoke it at any time.
        </p>
      </ShownOnce>
    );
  }
  return (
    <Dialog open onClose={onClose} title="Invite somebody" description="You get a link to send to them.">
      <Form className="grid gap-4" failure={invite.error} onSubmit={() => invite.mutate()}>
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
      </Form>
    </Dialog>
  );
}
