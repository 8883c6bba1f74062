import { useMutation } from "@tanstack/react-query";
import { api, take, type Schemas } from "~/api/client";

export type Version = NonNullable<Schemas["TestAppInput"]["protocolVersion"]>;

/** The newest version of MCP that the server speaks. */
export const newest: Version = "2026-07-28";

/** A call of an app's tool, the way a client makes it. */
export interface Calling {
  app: string;
  tool: string;
  release: "draft" | "live";
  version?: Version;
}

export const callTool = ({ app, tool, release, version = newest }: Calling, args: Record<string, unknown>) =>
  take(
    api.POST("/apps/{id}/test", {
      params: { path: { id: app } },
      body: { tool, arguments: args, release, protocolVersion: version },
    }),
  );

/** Calls a tool, and holds what came of it. */
export const useCall = (calling: Calling) =>
  useMutation({ mutationFn: (given: Record<string, unknown>) => callTool(calling, given) });
