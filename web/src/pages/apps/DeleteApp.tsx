import { useQueryClient } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import { isProblem, sentence } from "~/api/problem";
import { draftOf } from "~/create/draft";
import { ConfirmDialog, toast } from "~/ui";
import { dropApp } from "./dropApp";
import { isMissing, keepsRows } from "./rowsLost";

/** Asks for the name, deletes the app, and offers to bring its draft back. */
export function DeleteApp({ app, onClose }: { app: App; onClose(): void }) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ["apps"] });
  const bringBack = async () => {
    const body = draftOf(app);
    try {
      await take(api.POST("/apps", { body })).catch((failure: unknown) => {
        if (!isProblem(failure, "SLUG_TAKEN")) throw failure;
        return take(api.POST("/apps", { body: { ...body, mcpSlug: null } }));
      });
      refresh();
      toast({
        title: `${app.name} is back as a draft`,
        text: isMissing(app),
      });
    } catch (failure) {
      toast({
        tone: "bad",
        title: `${app.name} could not be brought back`,
        text: sentence(failure),
        undo: { label: "Try again", run: () => void bringBack() },
      });
    }
  };
  const remove = async () => {
    await take(api.DELETE("/apps/{id}", { params: { path: { id: app.id } } })).catch((failure: unknown) => {
      if (!isProblem(failure, "APP_NOT_FOUND")) throw failure; // somebody else was quicker
    });
    dropApp(client, app.id);
    toast({
      title: `${app.name} is deleted`,
      undo: { label: keepsRows(app) ? "Bring the draft back" : "Bring back", run: () => void bringBack() },
    });
  };
  return (
    <ConfirmDialog
      title={`Delete ${app.name}?`}
      verb="Delete the app"
      typed={app.name}
      onClose={onClose}
      onConfirm={remove}
    >
      {app.status === "published" ? (
        <p>
          Its address answers 404 at once, and every client that is connected loses it. Its tables with all their rows,
          its releases and its calls are deleted with it, for good.
        </p>
      ) : (
        <p>Its draft, its tables with all their rows, its releases and its calls are deleted.</p>
      )}
    </ConfirmDialog>
  );
}
