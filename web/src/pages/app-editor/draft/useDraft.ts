import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { appChanged, useApp } from "~/api/apps";
import { api, takeTagged } from "~/api/client";
import type { Layout } from "~/api/layouts";
import { useMe } from "~/api/me";
import { reachable } from "~/api/server";
import { workspace } from "~/api/session";
import { useTyped } from "~/data/typed";
import { toast } from "~/ui";
import { labels, type Draft } from "./fields";
import { keep, kept } from "./kept";
import { DraftSession, type State, type Unfinished } from "./session";

/** The session of the app's draft, for as long as the page is open; saves what is left when it is closed. */
export function useSession(id: string, layouts: readonly Layout[], readOnly: boolean): DraftSession {
  const app = useApp(id);
  const client = useQueryClient();
  const me = useMe().user.id;
  const [home] = useState(() => workspace.get()); // what is saved while the tab turns to another workspace belongs here
  const headers = home ? { "Berth-Workspace": home } : {};
  const unfinished = useTyped(`unfinished.${id}`, null, isUnfinished);
  const [session] = useState(
    () =>
      new DraftSession(
        app,
        {
          patch: (body, etag) =>
            takeTagged(
              api.PATCH("/apps/{id}", { params: { path: { id }, header: { "If-Match": etag } }, headers, body }),
            ),
          read: () => takeTagged(api.GET("/apps/{id}", { params: { path: { id } }, headers })),
          sample: (name) => layouts.find((layout) => layout.name === name)?.sample,
          keep: (value) => keep(me, id, value),
          onServer: (saved) => {
            appChanged(client, saved);
            void client.invalidateQueries({ queryKey: ["apps"], refetchType: "none" });
          },
          onTaken: (fields) =>
            toast({
              title: "Changes from elsewhere were taken over",
              text: fields.map((field) => labels[field]).join(", "),
            }),
          now: () => performance.now(),
        },
        readOnly ? null : unfinished.get(),
      ),
  );
  useEffect(() => session.adopt(app), [session, app]);
  useEffect(() => {
    if (readOnly) return;
    const left = kept(me, id);
    if (left && session.restore(left))
      toast({
        title: "Unsaved changes were restored",
        text: "They had not reached Berth when this page was closed.",
        undo: session.wayBack(),
      });
    const note = () => unfinished.set(session.get().unfinished);
    note();
    const follow = session.subscribe(note);
    const back = reachable.subscribe(() => {
      if (reachable.get()) void session.flush();
    });
    const leaving = (event: BeforeUnloadEvent) => {
      void session.flush();
      const { is } = session.get().saving;
      if ((is !== "saved" && is !== "held") || session.get().unfinished) event.preventDefault();
    };
    addEventListener("beforeunload", leaving);
    return () => {
      follow();
      back();
      removeEventListener("beforeunload", leaving);
      void session.flush();
    };
  }, [session, me, id, readOnly, unfinished]);
  return session;
}

const isUnfinished = (value: unknown): value is Unfinished | null =>
  value === null || typeof (value as Partial<Unfinished>).text === "string";

export const SessionContext = createContext<DraftSession | null>(null);

export function useDraftSession(): DraftSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error("there is no session: render within the editor");
  return session;
}

/** A part of the session's state; select must answer a stable reference. */
export function useDraftState<T>(select: (state: State) => T): T {
  const session = useDraftSession();
  return useSyncExternalStore(session.subscribe, () => select(session.get()));
}

export const useField = <F extends keyof Draft>(field: F): Draft[F] => useDraftState((state) => state.draft[field]);

/** What the server refuses about a field, at a location below it. */
export const useHeld = (field: keyof Draft, at = ""): string =>
  useDraftState(
    (state) =>
      state.held[field]?.problems
        .filter((p) => p.at === at)
        .map((p) => p.message)
        .join(" ") ?? "",
  );
