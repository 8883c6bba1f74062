import { reachable } from "~/api/server";
import { useStore } from "~/api/store";
import { Spinner } from "~/ui/Spinner";

/** Lies over the bottom of the page while the server does not answer, so that nothing moves. */
export function ServerDown() {
  const ok = useStore(reachable);
  return (
    <div role="status" className="fixed z-50 inset-x-0 bottom-0 flex justify-center p-3 pointer-events-none">
      {!ok && (
        <p className="pointer-events-auto flex items-center gap-2.5 rounded-card border border-line bg-warn-soft text-warn shadow-high px-4 py-2.5 text-sm font-medium">
          <Spinner /> Berth cannot be reached. Trying again; nothing you typed is lost.
        </p>
      )}
    </div>
  );
}
