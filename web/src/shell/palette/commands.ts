import { useEffect, useId, useRef, type ReactNode } from "react";
import { createStore } from "~/api/store";

/** Something that the command palette can do. */
export interface Command {
  /** Unique among the commands of one caller. */
  id: string;
  title: string;
  /** The heading that it stands under. */
  section: string;
  /** Further words that find it. */
  keywords?: string | undefined;
  icon?: ReactNode;
  run(): void;
}

/** The commands that are offered at present, by who offers them. */
export const offered = createStore<ReadonlyMap<string, readonly Command[]>>(new Map());

export const paletteOpen = createStore(false);

/** Offers commands for as long as the caller is on the page. */
export function useCommands(commands: readonly Command[]): void {
  const owner = useId();
  const latest = useRef(commands);
  latest.current = commands;
  const signature = commands.map((c) => `${c.id}\n${c.title}`).join("\n\n");
  useEffect(() => {
    const stable = latest.current.map((c, i) => ({ ...c, run: () => latest.current[i]?.run() }));
    offered.set(new Map(offered.get()).set(owner, stable));
    return () => {
      const rest = new Map(offered.get());
      rest.delete(owner);
      offered.set(rest);
    };
  }, [owner, signature]);
}

/** The commands that fit what was typed: every word must begin some word of theirs; titles count before keywords. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ title, keywords = "", section }: Command) => {
    const main = split(title);
    const all = [...main, ...split(keywords), ...split(section)];
    if (!words.every((w) => all.some((x) => x.startsWith(w)))) return -1;
    return words.filter((w) => main.some((x) => x.startsWith(w))).length;
  };
  return commands
    .map((command) => ({ command, score: rank(command) }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command);
}

const split = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
