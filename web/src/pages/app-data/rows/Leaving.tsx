import { useBlocker } from "@tanstack/react-router";
import { useCallback } from "react";
import { person } from "~/api/session";
import { ConfirmDialog } from "~/ui";
import type { RowsSession } from "./session";

/** How long leaving waits for what is being saved, in ms. */
const patience = 2000;

/** Asks before the table is left with something in it that is not saved. */
export function Leaving({ session }: { session: RowsSession }) {
  const shouldBlockFn = useCallback(
    async ({ current, next }: { current: Place; next: Place }) => {
      if (!person.get()) return false; // signed out: nothing can be saved any more
      if (current.pathname === next.pathname && tableIn(current) === tableIn(next)) return false;
      if (session.unsaved()) await Promise.race([session.flush(), new Promise((done) => setTimeout(done, patience))]);
      return session.unfinished();
    },
    [session],
  );
  const asked = useBlocker({ shouldBlockFn, enableBeforeUnload: false, withResolver: true });
  if (asked.status !== "blocked") return null;
  const { size } = session.get().faults;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      verb="Leave"
      onClose={asked.reset}
      onConfirm={() => Promise.resolve(asked.proceed())}
    >
      <p>
        {size === 0
          ? "A row is not saved yet."
          : size === 1
            ? "One cell was refused and is not saved."
            : `${size} cells were refused and are not saved.`}{" "}
        What you typed there is lost when you leave.
      </p>
    </ConfirmDialog>
  );
}

interface Place {
  pathname: string;
  search: object;
}

const tableIn = ({ search }: Place) => ("table" in search ? search.table : undefined);
