import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, take } from "~/api/client";
import { sentence } from "~/api/problem";
import { person, type Renewal } from "~/api/session";
import { Button } from "~/ui/Button";
import { Dialog } from "~/ui/Dialog";
import { TextField } from "~/ui/Field";
import { Notice } from "~/ui/Notice";

/** Signs the same person in again without leaving the page; the calls that wait go on afterwards. */
export default function SessionDialog({ renewal }: { renewal: Renewal }) {
  const client = useQueryClient();
  const who = person.get();
  const [password, setPassword] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>("");
  const attempt = async (signIn: () => Promise<{ id: string }>) => {
    setBusy(true);
    setFailure("");
    try {
      const { id } = await signIn();
      if (id !== who?.id) return location.assign("/"); // somebody else: nothing of this page is theirs
      renewal.done();
    } catch (cause) {
      setFailure(
        cause instanceof NotYet ? "No session was found yet. Sign in in the other tab first." : sentence(cause),
      );
    } finally {
      setBusy(false);
    }
  };
  const withPassword = () =>
    attempt(async () => (await take(api.POST("/auth/login", { body: { email: who?.email ?? "", password } }))).user);
  const elsewhere = () =>
    attempt(async () => {
      const response = await fetch("/api/v1/me");
      if (!response.ok) throw new NotYet();
      return ((await response.json()) as { user: { id: string } }).user;
    });
  const leave = () => {
    renewal.given();
    person.set(null);
    client.clear();
    location.assign("/signin");
  };
  return (
    <Dialog
      open
      firm
      focus={field}
      onClose={() => undefined}
      title="Your session has ended"
      description="Sign in again to go on. The page stays as it is."
    >
      <form
        className="grid gap-4"
        onSubmit={(e) => {
          e.preventDefault();
          if (!busy) void withPassword();
        }}
      >
        <TextField label="E-mail address" type="email" autoComplete="username" readOnly value={who?.email ?? ""} />
        <TextField
          ref={field}
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(e) => setPassword(e.target.value)}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={leave}>
            Leave the page
          </Button>
          <Button onClick={() => void elsewhere()} aria-disabled={busy}>
            I signed in in another tab
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

class NotYet extends Error {}
