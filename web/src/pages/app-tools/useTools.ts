import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { changeApp, freshApp, useApp } from "~/api/apps";
import { api, takeTagged, type Schemas } from "~/api/client";
import { asSentence, isProblem, sentence } from "~/api/problem";
import { reachable } from "~/api/server";
import { toolsOf, withModes, type ToolDraft } from "~/api/tools";
import { equal } from "~/pages/app-editor/draft/equal";
import { toast } from "~/ui";
import { together } from "./together";

const pause = 500;
const clash = new Error("The tools were changed elsewhere");

export interface Tools {
  list: readonly ToolDraft[];
  /** Puts a list in place of the present one, or what is made of that; it is saved half a second later. */
  put(list: readonly ToolDraft[] | ((present: readonly ToolDraft[]) => readonly ToolDraft[])): void;
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
  const sending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const again = useRef<() => Promise<void>>(() => Promise.resolve());
  const save = useCallback(async () => {
    clearTimeout(timer.current);
    const sent = latest.current;
    const from = base.current;
    if (!sent || sending.current) return;
    sending.current = true;
    setSaving("saving");
    try {
      let tools: readonly ToolDraft[] = sent;
      const { data } = await changeApp(client, id, ({ data, etag }) => {
        tools = withOthers(sent, from, toolsOf(data));
        return takeTagged(
          api.PATCH("/apps/{id}", {
            params: { path: { id }, header: { "If-Match": etag } },
            body: { tools } as Schemas["DraftFields"],
          }),
        );
      });
      setFailure(null);
      latest.current = latest.current === sent ? null : withOthers(latest.current ?? sent, sent, tools);
      base.current = toolsOf(data);
      setMine(latest.current);
      setSaving("saved");
    } catch (cause) {
      const failed = isProblem(cause, "PRECONDITION_FAILED")
        ? await freshApp(client, id).then(() => null, (lost: unknown) => lost) // prettier-ignore
        : cause;
      if (failed === clash) {
        latest.current = null;
        setMine(null);
        setSaving("saved");
        void client.invalidateQueries({ queryKey: ["app", id] });
        toast({ tone: "bad", title: clash.message, text: "They are shown as they are now." });
      } else if (failed && latest.current === sent) {
        sending.current = false;
        setFailure(failed);
        return setSaving("refused");
      }
    }
    sending.current = false;
    void again.current(); // what came meanwhile
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
  const put: Tools["put"] = (next) => {
    const present = over(latest.current);
    const list = typeof next === "function" ? next(present) : next;
    if (equal(list, present)) return;
    // What others have made of the tools since is not in a list that was made before: of theirs it shows the modes.
    base.current = latest.current ? withModes(base.current, base.current, server.current) : server.current;
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

/** A list made from another, with what others have made of that since. Throws clash where both changed the same. */
function withOthers(
  list: readonly ToolDraft[],
  from: readonly ToolDraft[],
  now: readonly ToolDraft[],
): readonly ToolDraft[] {
  const was = withModes(from, from, now);
  const mine = withModes(list, from, now);
  const all = equal(was, now) ? mine : together(was, mine, now);
  if (!all) throw clash;
  return all;
}

const said = ({ location, message }: { location: string; message: string }) =>
  `${location.replace(/^body\.tools\[(\d+)\]\.?/, (_, n: string) => `Tool ${Number(n) + 1}, `)} ${message}.`;
