import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * A piece of a page's state that lives in its address, so that the link leads back to it: a filter, a tab, what is open.
 * Setting it to the default takes it out of the address; it makes no entry in the history.
 */
export function useAddress(name: string, standard = ""): [string, (value: string) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = search[name];
  const value = given === undefined || given === null ? standard : String(given);
  const set = useCallback(
    (next: string) =>
      void navigate({
        to: ".",
        replace: true,
        resetScroll: false,
        search: ((all: Record<string, unknown>) => ({ ...all, [name]: next === standard ? undefined : next })) as never,
      }),
    [navigate, name, standard],
  );
  return [value, set];
}
