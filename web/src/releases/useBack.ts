import { sentence } from "~/api/problem";
import { useServe } from "~/api/releases";
import { toast } from "~/ui";

/** Serves again what was served before, or nothing (version null): for an undo, which may come after its page was left. */
export function useBack(id: string): (version: number | null) => void {
  const serve = useServe(id);
  return (version) =>
    void serve
      .mutateAsync(version)
      .catch((failure: unknown) => toast({ tone: "bad", title: "It was not taken back", text: sentence(failure) }));
}
