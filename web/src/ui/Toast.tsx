import { Toast as Base } from "@base-ui/react/toast";
import clsx from "clsx";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { toPage } from "./focus";
import { unsaid, type ToastOptions } from "./toasts";
import { useStore } from "~/api/store";

interface Data {
  tone: "good" | "bad";
}

const manager = Base.createToastManager<Data>();

/** Ends the watch of what a toast would take back, by its id. */
const watches = new Map<string, () => void>();

function unwatch(id: string): void {
  watches.get(id)?.();
  watches.delete(id);
}

function show({ title, text, tone = "good", undo, key }: ToastOptions): void {
  if (key) unwatch(key);
  const id: string = manager.add({
    ...(key && { id: key }),
    title,
    description: text,
    data: { tone },
    priority: tone === "bad" ? "high" : "low",
    timeout: tone === "bad" || undo?.stays ? 0 : undo ? 12_000 : 5_000,
    actionProps: undo && {
      children: undo.label ?? "Undo",
      onClick: () => {
        manager.close(id);
        undo.run();
      },
    },
    onClose: () => unwatch(id),
  });
  const stop = undo?.until?.(() => manager.close(id));
  if (stop) watches.set(id, stop);
}

/** The place where toasts appear; once, around all pages. F6 takes the keyboard there. */
export default function Toasts() {
  const from = useRef<HTMLElement>(null);
  const back = useCallback(() => {
    if (from.current?.isConnected) from.current.focus({ preventScroll: true });
    else setTimeout(toPage);
  }, []);
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport
          onFocus={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget as HTMLElement | null;
          }}
          className="fixed z-50 inset-x-3 bottom-3 sm:left-auto sm:right-5 sm:bottom-5 sm:w-96 flex flex-col gap-2 pointer-events-none"
        >
          <List onLeft={back} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** onLeft: told when a toast goes that has the focus. */
function List({ onLeft }: { onLeft(): void }) {
  const { toasts } = Base.useToastManager<Data>();
  const waiting = useStore(unsaid);
  useEffect(() => {
    if (!waiting.length) return;
    unsaid.set([]);
    waiting.forEach(show);
  }, [waiting]);
  return toasts.map((t) => {
    const bad = t.data?.tone === "bad";
    const Icon = bad ? CircleAlert : CircleCheck;
    return (
      <Base.Root
        key={t.id}
        toast={t}
        swipeDirection={["down", "right"]}
        className={clsx(
          "pointer-events-auto rounded-card border border-line bg-raised shadow-high transition",
          "data-[starting-style]:opacity-0 data-[starting-style]:translate-y-2 data-[ending-style]:opacity-0",
          "data-[limited]:hidden",
        )}
      >
        <Leaving onLeft={onLeft} />
        <Base.Content className="flex items-start gap-3 py-3 pl-4 pr-2">
          <Icon
            size={18}
            className={clsx("shrink-0 mt-2.25 pointer-coarse:mt-3.25", bad ? "text-bad" : "text-good")}
            aria-hidden="true"
          />
          <div className="flex-1 min-w-0 py-2 pointer-coarse:py-3 wrap-anywhere">
            <Base.Title className="font-medium text-sm" />
            <Base.Description className="text-sm text-muted" />
          </div>
          {t.actionProps && (
            <Base.Action className="target px-2.5 rounded-control text-sm font-medium text-accent hover:bg-hover" />
          )}
          <Base.Close
            aria-label="Close"
            aria-hidden={false}
            className="target aspect-square grid place-items-center rounded-control text-muted hover:bg-hover"
          >
            <X size={16} aria-hidden="true" />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    );
  });
}

function Leaving({ onLeft }: { onLeft(): void }) {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const toast = mark.current?.closest("[role=dialog], [role=alertdialog]");
    return () => {
      if (toast?.contains(document.activeElement)) onLeft();
    };
  }, [onLeft]);
  return <span ref={mark} hidden />;
}
