import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import { useEffect, type ReactNode, type RefObject } from "react";
import { toPage } from "./focus";

interface Props {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the one that does it last. */
  actions?: ReactNode;
  /** No way out but the actions. */
  firm?: boolean;
  wide?: boolean;
  /** What has the focus first; default: the first control. A field with autoFocus would take it before it is known where it was. */
  focus?: RefObject<HTMLElement | null>;
}

/** A question on top of the page. The focus stays within and goes back to where it was, or, if that is gone by then, to the page's name. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  firm = false,
  wide = false,
  focus,
}: Props) {
  useEffect(() => {
    if (!open) return;
    return () => void setTimeout(toPage, 100); // after it has gone back
  }, [open]);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={firm}
      onOpenChange={(next, details) => {
        if (next) return;
        if (firm) details.cancel();
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          data-veil=""
          className="fixed inset-0 z-40 bg-veil transition-opacity data-[starting-style]:opacity-0 data-[ending-style]:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-cols-1 place-items-end sm:place-items-center overflow-y-auto p-0 sm:p-6">
          <Base.Popup
            {...(focus ? { initialFocus: focus } : {})}
            className={clsx(
              "relative w-full bg-raised shadow-high rounded-t-card sm:rounded-card p-5 sm:p-6 grid grid-cols-1",
              "gap-4 transition data-[starting-style]:opacity-0 data-[starting-style]:translate-y-2",
              "data-[ending-style]:opacity-0",
              wide ? "sm:max-w-2xl" : "sm:max-w-md",
            )}
          >
            <div className="grid grid-cols-1 gap-1 pr-8 wrap-anywhere">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description && <Base.Description className="text-muted">{description}</Base.Description>}
            </div>
            {children}
            {actions && <div className="flex flex-wrap justify-end gap-2 pt-1">{actions}</div>}
            {/* last, so that the focus begins at what the dialog is about */}
            {!firm && (
              <Base.Close
                aria-label="Close"
                className="absolute right-3 top-3 target aspect-square grid place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
              >
                <X size={18} aria-hidden="true" />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
