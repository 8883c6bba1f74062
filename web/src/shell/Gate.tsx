import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Mark } from "~/ui/Mark";

/** The frame of the pages on the way in. */
export function Gate({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <main className="min-h-dvh grid content-center justify-items-center gap-6 px-4 py-10">
      <Link
        to="/"
        aria-label="Berth, start"
        className="grid justify-items-center gap-2 text-text no-underline rounded-control p-2"
      >
        <Mark size={52} />
      </Link>
      <div className="w-full max-w-sm rounded-card border border-line bg-surface shadow-low p-6 sm:p-7 grid gap-5">
        <h1 className="text-xl font-semibold tracking-tight text-center">{title}</h1>
        {children}
      </div>
      {below && <p className="text-muted">{below}</p>}
    </main>
  );
}
