import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appChanged, appQuery, connectQuery, type App } from "~/api/apps";
import { api, takeTagged, type Tagged } from "~/api/client";
import { useOnce } from "~/api/once";
import { asSentence, isProblem, sentence } from "~/api/problem";
import { Button, CopyButton, Dialog, Form, Notice, TextField } from "~/ui";

/** Puts somebody on the list of who may sign in, where there is one, and hands over what to send them: the app's own page. */
export function Invite({ app: { data: app, etag }, onClose }: { app: Tagged<App>; onClose(): void }) {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const emails = app.allow.emails ?? [];
  const domains = app.allow.domains ?? [];
  const listed = emails.length + domains.length > 0;
  const [invited, setInvited] = useState(listed ? "" : "anybody");
  const is = (other: string) => other.toLowerCase() === email.trim().toLowerCase();
  const page = useQuery(connectQuery(app)).data?.pageUrl ?? "";
  const invite = useOnce({
    mutationFn: () =>
      takeTagged(
        api.PATCH("/apps/{id}", {
          params: { path: { id: app.id }, header: { "If-Match": etag } },
          body: { allow: { emails: emails.some(is) ? emails : [...emails, email.trim()], domains } },
        }),
      ),
    onSuccess: (saved) => {
      appChanged(client, saved);
      setInvited(email.trim());
    },
    onError: (failure) => {
      if (isProblem(failure, "PRECONDITION_FAILED"))
        void client.invalidateQueries({ queryKey: appQuery(app.id).queryKey });
    },
  });
  const fields = isProblem(invite.error) ? invite.error.fields : [];
  if (invited)
    return (
      <Dialog open onClose={onClose} title="Invite somebody">
        <div className="grid gap-4">
          <p>
            {listed ? `${invited} may sign in now.` : "Anybody with an account here may sign in to this app."} Send them
            its page, which says how to connect ChatGPT, Claude and others:
          </p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="wrap-anywhere">{page}</code>
            <CopyButton text={page} what="the address" word />
          </p>
          <div className="flex justify-end">
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog open onClose={onClose} title="Invite somebody">
      <Form className="grid gap-4" failure={invite.error} onSubmit={() => invite.mutate()}>
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="off"
          hint="They may sign in with it at once."
          value={email}
          onChange={(e) => setEmail(e.target.value)}
          error={fields.map(({ message }) => asSentence(message)).join(" ")}
        />
        {invite.error && fields.length === 0 && (
          <Notice tone="bad">
            {isProblem(invite.error, "PRECONDITION_FAILED")
              ? "The app was changed elsewhere meanwhile. Try again."
              : sentence(invite.error)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={invite.isPending}>
            Invite
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
