import type { ReactNode } from "react";

/** The form of a call: Ctrl and Enter in any field sends it too. */
export function CallForm({ send, children }: { send(): void; children: ReactNode }) {
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      aria-label="The call"
      onSubmit={(e) => {
        e.preventDefault();
        send();
      }}
      onKeyDown={(e) => {
        if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
        e.preventDefault();
        send();
      }}
    >
      {children}
    </form>
  );
}
