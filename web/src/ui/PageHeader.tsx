import type { ReactNode } from "react";

/** A page's name (the one h1), what it is about, and its main actions. */
export function PageHeader({
  title,
  children,
  actions,
  badge,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  badge?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 mb-6">
      <div className="grid grid-cols-1 gap-1 min-w-0">
        <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${actions ? "target" : ""}`}>
          <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight wrap-anywhere min-w-0">
            {title}
          </h1>
          {badge}
        </div>
        {children && <p className="text-muted prose-width wrap-anywhere">{children}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 min-w-0">{actions}</div>}
    </div>
  );
}
