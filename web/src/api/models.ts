import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { api, take, type Schemas } from "./client";
import { meQuery, useMe } from "./me";
import { isProblem } from "./problem";

export type WorkspaceModel = Schemas["WorkspaceModel"];
export type Usage = Schemas["UsageOutput"];

/** The language model that a workspace has brought. */
const modelQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["llm", workspace],
    queryFn: ({ signal }): Promise<WorkspaceModel | null> =>
      take(api.GET("/workspaces/{id}/llm", { params: { path: { id: workspace } }, signal })).catch(
        (failure: unknown) => {
          if (isProblem(failure, "NOT_FOUND")) return null; // somebody has taken it away meanwhile
          throw failure;
        },
      ),
  });

/** The language model that the workspace has brought; null where it has none, which is not asked for. */
export function useOwnModel() {
  const { workspace, ownModel } = useMe();
  return useQuery({ ...modelQuery(workspace?.id ?? ""), enabled: ownModel, ...(!ownModel && { initialData: null }) });
}

/** Takes note of the model that the workspace has from now on. */
export function noteModel(client: QueryClient, workspace: string, model: WorkspaceModel | null): void {
  client.setQueryData(modelQuery(workspace).queryKey, model);
  client.setQueryData(meQuery.queryKey, (me) => me && { ...me, ownModel: model !== null });
}

/** What an app's tools took of language models this month and before, by day and model. */
export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ["app", id, "usage"],
    queryFn: ({ signal }) =>
      take(api.GET("/apps/{id}/usage", { params: { path: { id }, query: { limit: 100 } }, signal })),
  });

/** What was used all together, since a day ("2026-11"): calls, tokens, and US dollars where every price is known. */
export function sum(usage: Usage, since = "") {
  const all = { calls: 0, input: 0, output: 0, cost: 0 as number | null, models: new Set<string>() };
  for (const { day, model, calls, inputTokens, outputTokens, cost } of usage.items) {
    if (day < since) continue;
    all.calls += calls;
    all.input += inputTokens;
    all.output += outputTokens;
    all.cost = all.cost === null || cost === null ? null : all.cost + cost;
    all.models.add(model);
  }
  return all;
}
