import type { ReactNode } from "react";
import { createStore } from "~/api/store";

export interface ToastOptions {
  title: ReactNode;
  text?: ReactNode;
  /** "bad" stays until it is closed. */
  tone?: "good" | "bad";
  /** The way back; runs at most once. */
  undo?: {
    label?: string;
    run(): void;
    /** Not taken away by time: it goes when it is closed, or by `until`. */
    stays?: boolean;
    /** Tells when there is no way back any more: the toast goes then. Answers how to stop watching. */
    until?(gone: () => void): () => void;
  };
  /** What it is about: the next with the same key takes its place. */
  key?: string;
}

/** What was said and is not shown yet. */
export const unsaid = createStore<readonly ToastOptions[]>([]);

/** Says that something has happened. Anything that can be taken back carries its undo. */
export function toast(options: ToastOptions): void {
  unsaid.set([...unsaid.get(), options]);
}
