import type { ReactNode } from "react";
import { createStore } from "~/api/store";

export interface ToastOptions {
  title: ReactNode;
  text?: ReactNode;
  /** "bad" stays until it is closed. */
  tone?: "good" | "bad";
  /** The way back; runs at most once. */
  undo?: { label?: string; run(): void };
}

/** What was said and is not shown yet. */
export const unsaid = createStore<readonly ToastOptions[]>([]);

/** Says that something has happened. Anything that can be taken back carries its undo. */
export function toast(options: ToastOptions): void {
  unsaid.set([...unsaid.get(), options]);
}
