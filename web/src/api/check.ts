import { queryOptions } from "@tanstack/react-query";
import type { App } from "./apps";
import { api, take } from "./client";
import { asSentence, type FieldProblem } from "./problem";

/** What publishing the draft would refuse, and what its widgets show of tables. */
export const checkQuery = (app: App) =>
  queryOptions({
    queryKey: ["app", app.id, "check", app.updatedAt],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/check", { params: { path: { id: app.id } }, signal })),
    placeholderData: (before) => before,
  });

/** Why the layout of a tool cannot show what the tool answers; "" where it can. */
export const misfitOf = (problems: readonly FieldProblem[] = [], tool: number): string =>
  problems
    .filter(
      ({ location }) =>
        location === `body.tools[${tool}].layoutTemplate` || (!tool && location === "body.layoutTemplate"),
    )
    .map(({ message }) => asSentence(message))
    .join(" ");
