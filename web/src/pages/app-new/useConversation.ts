import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import { draftOf, type NewApp } from "~/create/draft";

interface Turn {
  prompt: string;
  /** What came of it, with what was edited by hand since. */
  draft: NewApp;
}

/** A draft made sentence by sentence. Nothing is saved; a sentence that fails changes nothing. */
export function useConversation() {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const latest = turns.at(-1);
  const say = useMutation({
    mutationFn: (prompt: string) => take(api.POST("/apps/generate", { body: { prompt, ...(latest && { draft: latest.draft }) } })),
    onSuccess: (made, prompt) => setTurns((all) => [...all, { prompt, draft: draftOf(made) }]),
  });
  return {
    turns,
    draft: latest?.draft,
    say,
    /** Changes the draft by hand. */
    edit: (change: Partial<NewApp>) => setTurns((all) => all.map((turn, i) => (i === all.length - 1 ? { ...turn, draft: { ...turn.draft, ...change } } : turn))),
    /** Takes the last sentence back. */
    back: () => {
      say.reset();
      setTurns((all) => all.slice(0, -1));
    },
  };
}
