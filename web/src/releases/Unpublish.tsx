import { useQuery } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import { useServe } from "~/api/releases";
import { ConfirmDialog, toast } from "~/ui";
import { useBack } from "./useBack";

/** Takes an app off the air, and says before what those who have connected will see. */
export function Unpublish({ app, onClose }: { app: App; onClose(): void }) {
  const serve = useServe(app.id);
  const back = useBack(app.id);
  const before = app.liveVersion;
  const week = useQuery({
    queryKey: ["stats", app.id, "7d"],
    queryFn: ({ signal }) =>
      take(api.GET("/apps/{id}/stats", { params: { path: { id: app.id }, query: { window: "7d" } }, signal })),
  });
  const clients = (week.data?.clients ?? []).filter(({ value }) => value !== "builder");
  return (
    <ConfirmDialog
      title={`Unpublish ${app.name}?`}
      verb="Unpublish"
      onClose={onClose}
      onConfirm={async () => {
        await serve.mutateAsync(null);
        toast({
          key: `served.${app.id}`,
          title: `${app.name} is off the air`,
          text: "Its address stays reserved for it.",
          undo: { run: () => back(before) },
        });
      }}
    >
      <p>
        Its address answers “not found” at once. In ChatGPT and Claude the app stays in the list, but its tool fails
        with an error, and widgets in old conversations may stay empty. Clients that start anew report that the server
        cannot be reached.
      </p>
      {week.data &&
        (clients.length === 0 ? (
          <p>Nobody but you has called it in the last week.</p>
        ) : (
          <p>
            In the last week{" "}
            {clients
              .slice(0, 3)
              .map(
                ({ value, calls }) =>
                  `${value || "an unnamed client"} (${calls.toLocaleString("en")} ${calls === 1 ? "call" : "calls"})`,
              )
              .join(", ")}
            {clients.length > 3 ? ` and ${clients.length - 3} more` : ""} used it.
          </p>
        ))}
      <p>The address stays reserved for this app. Serve any release again, and everything works as before.</p>
    </ConfirmDialog>
  );
}
