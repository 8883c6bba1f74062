import type { UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";

/** A mutation that takes no second call while it is under way, however soon that comes: what is drawn is too late to tell. */
export function useOnce<D, E, V, C>(mutation: UseMutationResult<D, E, V, C>): UseMutationResult<D, E, V, C> {
  const busy = useRef(false);
  const mutate = (...args: Parameters<typeof mutation.mutate>) => {
    if (busy.current) return;
    busy.current = true;
    const over = () => {
      busy.current = false;
    };
    mutation.mutateAsync(...(args as [V])).then(over, over);
  };
  return { ...mutation, mutate } as UseMutationResult<D, E, V, C>;
}
