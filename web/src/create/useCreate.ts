import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { appQuery } from "~/api/apps";
import { api, takeTagged } from "~/api/client";
import { useOnce } from "~/api/once";
import type { NewApp } from "./draft";

/** Makes a draft and opens it; onMade comes before. */
export function useCreate(onMade?: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useOnce({
    mutationFn: (body: NewApp) => takeTagged(api.POST("/apps", { body })),
    onSuccess: (made) => {
      onMade?.();
      client.setQueryData(appQuery(made.data.id).queryKey, made);
      void client.invalidateQueries({ queryKey: ["apps"] });
      return navigate({ to: "/apps/$id", params: { id: made.data.id } });
    },
  });
}
