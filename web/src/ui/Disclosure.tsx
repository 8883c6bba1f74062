import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** What few need, below a line that opens it. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="target flex items-center gap-1 cursor-pointer font-medium text-sm list-none">
        <ChevronRight size={16} className="group-open:rotate-90 transition-transform" aria-hidden="true" />
        {label}
      </summary>
      {children}
    </details>
  );
}
