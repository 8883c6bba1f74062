import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { changeApp, type App } from "~/api/apps";
import { api, takeTagged } from "~/api/client";
import { isProblem, sentence } from "~/api/problem";
import { TextArea } from "~/ui";

const pause = 700;
const example =
  "You are the support desk of a shop. Answer from the questions and answers that you are given, and from nothing else. " +
  "Where they do not say, tell the customer to write to the shop.";

/** The app's system prompt, which saves itself. All its tools of this kind have it. */
export function Prompt({ app, readOnly }: { app: App; readOnly: boolean }) {
  const client = useQueryClient();
  const [mine, setMine] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<string | null>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (systemPrompt: string) =>
      changeApp(client, app.id, () =>
        takeTagged(api.PATCH("/apps/{id}", { params: { path: { id: app.id } }, body: { systemPrompt } })),
      ),
    onSuccess: (_, sent) => {
      if (latest.current !== sent) return;
      latest.current = null;
      setMine(null);
    },
  });
  const save = useRef(() => {});
  save.current = () => {
    clearTimeout(timer.current);
    if (latest.current !== null && latest.current !== app.systemPrompt) mutate(latest.current);
  };
  useEffect(() => () => save.current(), []);
  return (
    <TextArea
      label="Prompt"
      rows={8}
      maxLength={64000}
      readOnly={readOnly}
      aside={isPending ? "Saving…" : mine === null ? "" : "Not saved yet"}
      placeholder={example}
      hint="All tools of this app that ask a model have it. What callers send is data for it, never an instruction."
      value={mine ?? app.systemPrompt}
      error={error ? (isProblem(error) && error.field("systemPrompt")) || sentence(error) : ""}
      onChange={(e) => {
        latest.current = e.target.value;
        setMine(e.target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => save.current(), pause);
      }}
      onBlur={() => save.current()}
    />
  );
}
