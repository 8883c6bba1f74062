import { useMutation } from "@tanstack/react-query";
import { api, take } from "~/api/client";
import { useStore } from "~/api/store";
import { draftOf, type NewApp } from "~/create/draft";
import { drop, useTyped } from "~/data/typed";
import { toast } from "~/ui";

interface Turn {
  prompt: string;
  /** What came of it, with what was edited by hand since. */
  draft: NewApp;
}

interface Conversation {
  turns: readonly Turn[];
  /** The sentence that is being written. */
  text: string;
  /** The question that is under way; an answer to another one comes too late. */
  asked?: string;
}

const empty: Conversation = { turns: [], text: "" };

/** Whether what this browser kept is a conversation. */
const isConversation = (value: unknown): value is Conversation => {
  const { turns, text } = (value ?? {}) as Partial<Conversation>;
  return (
    typeof text === "string" &&
    Array.isArray(turns) &&
    turns.every(
      (turn: Partial<Turn> | null) => typeof turn?.prompt === "string" && typeof turn.draft?.name === "string",
    )
  );
};

/** A draft made sentence by sentence, kept for the visit. Nothing is saved; a sentence that fails changes nothing. */
export function useConversation() {
  const store = useTyped("new.describe", empty, isConversation);
  const { turns, text } = useStore(store);
  const set = (change: Partial<Conversation>) => store.set({ ...store.get(), ...change });
  const say = useMutation({
    mutationFn: async (prompt: string) => {
      const latest = store.get().turns.at(-1);
      const asked = crypto.randomUUID();
      set({ asked });
      const made = draftOf(
        await take(api.POST("/apps/generate", { body: { prompt, ...(latest && { draft: latest.draft }) } })),
      );
      return { asked, made, same: JSON.stringify(made) === JSON.stringify(latest?.draft) };
    },
    onSuccess: ({ asked, made, same }, prompt) => {
      const { turns: all, text: now, asked: last } = store.get();
      if (same || asked !== last) return;
      set({ turns: [...all, { prompt, draft: made }], text: now.trim() === prompt ? "" : now });
    },
  });
  return {
    turns,
    text,
    draft: turns.at(-1)?.draft,
    say,
    write: (next: string) => set({ text: next }),
    /** Changes the draft by hand. */
    edit: (change: Partial<NewApp>) =>
      set({
        turns: store
          .get()
          .turns.map((turn, i, all) =>
            i === all.length - 1 ? { ...turn, draft: { ...turn.draft, ...change } } : turn,
          ),
      }),
    /** Takes the last sentence back, to be said otherwise. */
    back: () => {
      say.reset();
      set({ turns: store.get().turns.slice(0, -1), text: store.get().turns.at(-1)?.prompt ?? "", asked: "" });
    },
    /** Begins anew with a sentence. What is left of another conversation can be had back. */
    begin: (sentence: string) => {
      const before = store.get();
      say.reset();
      store.set({ ...empty, text: sentence });
      if (before.turns.length)
        toast({
          key: "draft",
          title: "A new draft is begun",
          text: "The one before was not made an app.",
          undo: { run: () => store.set(before) },
        });
    },
    /** Forgets it all. Answers the way back. */
    forget: () => {
      say.reset();
      return drop(store, empty);
    },
  };
}
