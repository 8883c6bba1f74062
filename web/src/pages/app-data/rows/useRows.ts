import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { dataSent } from "~/api/apps";
import { tableCalls, type RowQuery, type Table } from "~/api/tables";
import { reachable } from "~/api/server";
import { toast } from "~/ui";
import { clashToast } from "./clash";
import { keepFresh } from "./fresh";
import { RowsSession } from "./session";
import type { State } from "./state";

/** The rows of a table that fit a query, for as long as it is looked at; again: counts the wishes to read them anew. */
export function useRows(id: string, table: Table, query: RowQuery, again: number): [RowsSession, State] {
  const client = useQueryClient();
  const asked = JSON.stringify(query);
  const former = useRef<RowsSession>(null);
  const session = useMemo(() => {
    const calls = tableCalls(id, table.name);
    const sent = async <T>(made: Promise<T>) => {
      await made;
      void dataSent(client, id);
      return made;
    };
    const made: RowsSession = new RowsSession(
      {
        page: (cursor) => calls.rows(JSON.parse(asked) as RowQuery, cursor),
        row: (rowId) => calls.row(rowId).then(({ data, etag }) => ({ row: data, tag: etag })),
        patch: (rowId, values, tag) =>
          sent(calls.patch(rowId, values, tag)).then(({ data, etag }) => ({ row: data, tag: etag })),
        create: (values) => sent(calls.create(values)),
        remove: calls.removeRow,
        onServer: () => void client.invalidateQueries({ queryKey: ["app", id, "tables"] }),
        onClash: (clash) => toast(clashToast(clash, table, made)),
      },
      table.columns,
      former.current?.left(),
    );
    return made;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- columns that change are told below; the rows stay
  }, [client, id, table.name, asked, again]);
  useEffect(() => session.reshape(table.columns), [session, table.columns]);
  useEffect(() => {
    former.current = session;
    void session.want(1);
    let over = false;
    const back = reachable.subscribe(() => {
      if (reachable.get()) void save();
    });
    const save = async () => {
      await session.flush();
      if (over && session.get().saving !== "offline") back();
    };
    const leaving = (event: BeforeUnloadEvent) => {
      void session.flush();
      if (session.unfinished()) event.preventDefault();
    };
    addEventListener("beforeunload", leaving);
    const stop = keepFresh(session);
    return () => {
      over = true;
      stop();
      removeEventListener("beforeunload", leaving);
      const known = session.get().faults.size;
      void save().then(() => {
        if (session.get().faults.size > known)
          toast({ tone: "bad", title: "A cell was refused after it was left, and is not saved" });
      });
    };
  }, [session]);
  return [session, useSyncExternalStore(session.subscribe, session.get)];
}
