import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appQuery, type App } from "~/api/apps";
import { api, take, takeTagged } from "~/api/client";
import { isProblem, type FieldProblem } from "~/api/problem";
import { slugTaken } from "../draft/faults";
import type { State } from "../draft/session";
import { useDraftSession } from "../draft/useDraft";
import { probe, type Probe } from "./probe";

/** Where a publish stands. */
export type Publishing = { is: "idle" | "working" } | Settled;

/** What came of one. */
export type Settled =
  | { is: "refused"; problems: readonly FieldProblem[] }
  | { is: "failed"; failure: unknown }
  | { is: "unsaved" }
  /** Not published: what is live is what a publish would make. */
  | { is: "same"; version: number }
  | {
      is: "live";
      app: App;
      ms: number;
      /** null: it is on its way; undefined: nothing is called. */ probe: Probe | null | undefined;
      /** Where it was reached until now, if elsewhere. */ movedFrom: string | null;
    };

/** Saves, publishes what differs from what is live, and calls the app through its public address. */
export function usePublish(id: string) {
  const session = useDraftSession();
  const client = useQueryClient();
  const [state, set] = useState<Publishing>({ is: "idle" });
  const path = { params: { path: { id } } };
  const publish = async () => {
    set({ is: "working" });
    try {
      if (!(await session.flush()) || session.get().unfinished) return set(heldProblems(session.get()));
      const before = client.getQueryData(appQuery(id).queryKey)?.data;
      if (before?.status === "published") {
        const now = await takeTagged(api.GET("/apps/{id}", path)); // somebody else may have changed it
        session.adopt(now);
        const { liveVersion, draftAhead } = now.data;
        if (liveVersion !== null && !draftAhead && !(await take(api.GET("/apps/{id}/changes", path))).items.length)
          return set({ is: "same", version: liveVersion });
      }
      const began = performance.now();
      const published = await takeTagged(api.POST("/apps/{id}/publish", path));
      const ms = performance.now() - began;
      session.adopt(published, true);
      void client.invalidateQueries({ queryKey: ["apps"] });
      void client.invalidateQueries({ queryKey: ["releases", id] });
      const old = before?.status === "published" ? before.mcpUrl : null;
      const live = {
        is: "live",
        app: published.data,
        ms,
        movedFrom: old === published.data.mcpUrl ? null : old,
      } as const;
      set({ ...live, probe: null });
      const probed = await probe(published.data);
      set((now) => (now.is === "live" ? { ...live, probe: probed } : now)); // closed meanwhile: it stays so
    } catch (failure) {
      if (isProblem(failure, "INVALID_CONFIG") && failure.fields.length)
        return set({ is: "refused", problems: failure.fields });
      if (isProblem(failure, "SLUG_TAKEN"))
        return set({ is: "refused", problems: [{ location: "body.mcpSlug", message: slugTaken }] });
      set({ is: "failed", failure });
    }
  };
  return { state, publish, close: () => set({ is: "idle" }) };
}

/** What keeps the draft from being saved keeps it from being published. */
export function heldProblems({ held, unfinished }: Pick<State, "held" | "unfinished">): Publishing {
  const problems = Object.entries(held).flatMap(([field, { problems: found }]) =>
    found.map(({ at, message }) => ({
      location: `body.${field}${at ? (at.startsWith("[") ? at : `.${at}`) : ""}`,
      message,
    })),
  );
  if (unfinished)
    problems.push({
      location: "body.mockData",
      message: "has text under JSON that is not in the app yet. Correct it, or drop it.",
    });
  return problems.length ? { is: "refused", problems } : { is: "unsaved" };
}
