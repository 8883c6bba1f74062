import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { appQuery } from "~/api/apps";
import { api, takeTagged } from "~/api/client";
import type { NewApp } from "./draft";

/** Makes a draft and opens it. */
export function useCreate() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: NewApp) => takeTagged(api.POST("/apps", { body })),
    onSuccess: (made) => {
      client.setQueryData(appQuery(made.data.id).queryKey, made);
      void client.invalidateQueries({ queryKey: ["apps"] });
      return navigate({ to: "/apps/$id", params: { id: made.data.id } });
    },
  });
}
