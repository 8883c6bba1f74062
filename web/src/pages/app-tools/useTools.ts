import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { appQuery, changeApp, useApp } from "~/api/apps";
import { api, takeTagged, type Schemas } from "~/api/client";
import { asSentence, isProblem, sentence } from "~/api/problem";
import { reachable } from "~/api/server";
import { toolsOf, withModes, type ToolDraft } from "~/api/tools";
import { equal } from "~/pages/app-editor/draft/equal";
import { toast } from "~/ui";
import { together } from "./together";

const pause = 500;

export interface Tools {
  list: readonly ToolDraft[];
  /** Puts a list in place of the present one; it is saved half a second later. */
  put(list: readonly ToolDraft[]): void;
  saving: "saved" | "waiting" | "saving" | "refused";
  /** What the server refuses about a place in the list: "[0].name". */
  fault(at: string): string;
  /** What it refuses at all. */
  refusal: string;
}

/** The tools of an app's draft, which save themselves. What is refused stays, with the reason, until it is changed. */
export function useTools(id: string): Tools {
  const app = useApp(id);
  const client = useQueryClient();
  const server = useRef<readonly ToolDraft[]>([]);
  server.current = toolsOf(app.data);
  const [mine, setMine] = useState<readonly ToolDraft[] | null>(null);
  const [saving, setSaving] = useState<Tools["saving"]>("saved");
  const [failure, setFailure] = useState<unknown>(null);
  const latest = useRef<readonly ToolDraft[] | null>(null);
  const base = useRef<readonly ToolDraft[]>([]); // what the latest was made from
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const again = useRef<() => Promise<void>>(() => Promise.resolve());
  const save = useCallback(async () => {
    clearTimeout(timer.current);
    const sent = latest.current;
    if (!sent) return;
    setSaving("saving");
    try {
      await changeApp(client, id, ({ data, etag }) =>
        takeTagged(
          api.PATCH("/apps/{id}", {
            params: { path: { id }, header: { "If-Match": etag } },
            body: { tools: withModes(sent, base.current, toolsOf(data)) } as Schemas["DraftFields"],
          }),
        ),
      );
      setFailure(null);
      if (latest.current !== sent) {
        base.current = sent;
        return setSaving("waiting");
      }
      latest.current = null;
      setMine(null);
      setSaving("saved");
    } catch (cause) {
      if (isProblem(cause, "PRECONDITION_FAILED")) {
        const now = await client
          .fetchQuery({ ...appQuery(id), staleTime: 0 })
          .then(({ data }) => toolsOf(data), () => null); // prettier-ignore
        const both = now && together(base.current, latest.current ?? sent, now);
        if (both) {
          base.current = now;
          latest.current = both;
          setMine(both);
          return void again.current();
        }
        latest.current = null;
        setMine(null);
        setSaving("saved");
        void client.invalidateQueries({ queryKey: ["app", id] });
        return toast({
          tone: "bad",
          title: "The tools were changed elsewhere",
          text: "They are shown as they are now.",
        });
      }
      setFailure(cause);
      setSaving("refused");
    }
  }, [client, id]);

  useEffect(() => {
    again.current = save;
    const leaving = (event: BeforeUnloadEvent) => {
      if (!latest.current) return;
      void save();
      event.preventDefault();
    };
    const back = reachable.subscribe(() => {
      if (reachable.get()) void save();
    });
    addEventListener("beforeunload", leaving);
    return () => {
      back();
      removeEventListener("beforeunload", leaving);
      void save();
    };
  }, [save]);
  const over = (made: readonly ToolDraft[] | null) =>
    made ? withModes(made, base.current, server.current) : server.current;
  const put = (list: readonly ToolDraft[]) => {
    if (equal(list, over(latest.current))) return;
    base.current = server.current;
    latest.current = list;
    setMine(list);
    setSaving("waiting");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), pause);
  };
  const problems = isProblem(failure) ? failure.fields : [];
  return {
    list: over(mine),
    put,
    saving,
    fault: (at) =>
      problems
        .filter(({ location }) => location === `body.tools${at}`)
        .map(({ message }) => asSentence(message))
        .join(" "),
    refusal: failure === null ? "" : problems.length ? problems.map(said).join(" ") : sentence(failure),
  };
}

const said = ({ location, message }: { location: string; message: string }) =>
  `${location.replace(/^body\.tools\[(\d+)\]\.?/, (_, n: string) => `Tool ${Number(n) + 1}, `)} ${message}.`;
