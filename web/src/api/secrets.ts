import { queryOptions } from "@tanstack/react-query";
import { api, take, type Schemas } from "./client";

export type Secret = Schemas["Secret"];

/** What an app sends along to its author's API, without the values; an app has at most 50, which come at once. */
export const secretsQuery = (id: string) =>
  queryOptions({
    queryKey: ["app", id, "secrets"],
    queryFn: ({ signal }) =>
      take(api.GET("/apps/{id}/secrets", { params: { path: { id }, query: { limit: 100 } }, signal })).then(
        ({ items }) => items,
      ),
  });

/** Sets a secret, or puts another value in its place. */
export const setSecret = (id: string, name: string, value: string, hosts: readonly string[]) =>
  take(
    api.PUT("/apps/{id}/secrets/{secret}", {
      params: { path: { id, secret: name } },
      body: { value, hosts: [...hosts] },
    }),
  );
