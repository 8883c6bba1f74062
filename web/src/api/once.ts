import { useMutation, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";

/** A mutation that takes no second call while it is under way, however soon that comes: what is drawn is too late to tell. */
export function useOnce<D, V = void>(options: UseMutationOptions<D, Error, V>): UseMutationResult<D, Error, V> {
  const mutation = useMutation(options);
  const busy = useRef(false);
  const mutate = (...args: Parameters<typeof mutation.mutate>) => {
    if (busy.current) return;
    busy.current = true;
    const over = () => {
      busy.current = false;
    };
    mutation.mutateAsync(...args).then(over, over);
  };
  return { ...mutation, mutate };
}
