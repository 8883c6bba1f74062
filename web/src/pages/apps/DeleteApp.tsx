import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import { ApiProblem, isProblem, sentence } from "~/api/problem";
import { workspace } from "~/api/session";
import { ConfirmDialog, toast } from "~/ui";
import { dropApp } from "./dropApp";
import { keep, lost, makeAgain, type Kept } from "./kept";

/** Asks for the name, deletes the app, and offers to bring back what can be. */
export function DeleteApp({ app, onClose }: { app: App; onClose(): void }) {
  const client = useQueryClient();
  const router = useRouter();
  const [unread, setUnread] = useState(false);
  const asking = useRef(false);
  useEffect(() => {
    asking.current = true;
    return () => void (asking.current = false);
  }, []);
  const refresh = () => void client.invalidateQueries({ queryKey: ["apps"] });
  /** For as long as this page is open, in this workspace. */
  const wayBack = (label: string, kept: Kept | null) => ({
    label,
    run: () => void bringBack(kept),
    stays: true,
    until: (gone: () => void) => {
      const stops = [
        router.subscribe("onBeforeNavigate", ({ pathChanged }) => pathChanged && gone()),
        workspace.subscribe(gone),
      ];
      return () => stops.forEach((stop) => stop());
    },
  });
  const bringBack = async (kept: Kept | null) => {
    try {
      await makeAgain(app, kept);
      const gone = lost(app, kept);
      toast({
        title: `${app.name} is back as a draft`,
        text: [gone && `Not back: ${gone}.`, app.status === "published" && "Publish it to serve it again."]
          .filter(Boolean)
          .join(" "),
      });
    } catch (failure) {
      toast({
        tone: "bad",
        title: `${app.name} could not be brought back`,
        text: sentence(failure),
        undo: wayBack("Try again", kept),
      });
    }
    refresh();
  };
  const remove = async () => {
    const kept = await keep(app.id).catch((failure: unknown) => {
      if (unread || isProblem(failure, "APP_NOT_FOUND")) return null;
      setUnread(true);
      throw new ApiProblem(
        0,
        "INTERNAL",
        `Its tables and rows could not be read: deleted now, only its draft could be brought back. ${sentence(failure)}`,
      );
    });
    if (!asking.current) return; // closed while it was read
    await take(api.DELETE("/apps/{id}", { params: { path: { id: app.id } } })).catch((failure: unknown) => {
      if (!isProblem(failure, "APP_NOT_FOUND")) throw failure; // somebody else was quicker
    });
    dropApp(client, app.id);
    const gone = lost(app, kept);
    toast({
      title: `${app.name} is deleted`,
      text: gone && `Gone for good: ${gone}.`,
      undo: wayBack("Bring back", kept),
    });
  };
  return (
    <ConfirmDialog
      title={`Delete ${app.name}?`}
      verb={unread ? "Delete it all the same" : "Delete the app"}
      typed={app.name}
      onClose={onClose}
      onConfirm={remove}
    >
      {app.status === "published" && (
        <p>Its address answers 404 at once, and every client that is connected loses it.</p>
      )}
      <p>
        Its releases, calls, listing, secrets and webhooks are deleted for good, and so are rows that belong to the
        people who made them.
      </p>
      {!unread && <p>Its draft, its tables and all other rows can be brought back until you leave the list of apps.</p>}
    </ConfirmDialog>
  );
}
