import { useQueryClient } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import { useOnce } from "~/api/once";
import { sentence } from "~/api/problem";
import { toast } from "~/ui/toasts";
import { dropApp } from "./dropApp";

/** Copies an app into a draft of its own, which can be taken back. */
export function useDuplicate() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ["apps"] });
  const failed = (title: string) => (failure: unknown) => toast({ tone: "bad", title, text: sentence(failure) });
  return useOnce({
    mutationFn: (app: App) => take(api.POST("/apps/{id}/duplicate", { params: { path: { id: app.id } } })),
    onSuccess: (copy) => {
      refresh();
      toast({
        title: `Copied as ${copy.name}`,
        undo: {
          run: () =>
            void take(api.DELETE("/apps/{id}", { params: { path: { id: copy.id } } })).then(
              () => dropApp(client, copy.id),
              failed("The copy is still there"),
            ),
        },
      });
    },
    onError: failed("The app was not copied"),
  });
}
