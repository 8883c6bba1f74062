import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, take, type Schemas } from "./client";

export type AppPerson = Schemas["Person"];
export type Attempt = Schemas["Attempt"];

/** Who has signed in to an app and lets clients use it, the newest account first; for editors. */
export const peopleQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["app", id, "people"],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET("/apps/{id}/people", {
          params: { path: { id }, query: pageParam ? { cursor: pageParam } : {} },
          signal,
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The last steps of clients that wanted to use an app for somebody, newest first. */
export const attemptsQuery = (id: string) =>
  queryOptions({
    queryKey: ["app", id, "authorizations"],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/authorizations", { params: { path: { id } }, signal })),
    refetchInterval: 10_000,
  });

/** The account that was made for the app's reviewers; its fields are null where there is none. */
export const reviewerQuery = (id: string) =>
  queryOptions({
    queryKey: ["app", id, "reviewer"],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/reviewer", { params: { path: { id } }, signal })),
  });
