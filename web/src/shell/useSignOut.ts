import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, take } from "~/api/client";
import { forget } from "~/api/me";
import { sentence } from "~/api/problem";
import { endSession, person, workspace } from "~/api/session";
import { forgetTyped } from "~/data/typed";
import { toast } from "~/ui/toasts";

/** Ends the session and shows the way in. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const end = async () => {
    await client.cancelQueries(); // what is on its way may get there when the session has ended
    try {
      await take(api.POST("/auth/logout"));
    } catch (cause) {
      void client.invalidateQueries();
      toast({ tone: "bad", title: "You are still signed in", text: sentence(cause) });
      return;
    }
    const who = person.get();
    if (who) forgetTyped(who.id);
    person.set(null);
    workspace.set("");
    await navigate({ to: "/signin" });
    forget(client);
  };
  return () => endSession(end);
}
