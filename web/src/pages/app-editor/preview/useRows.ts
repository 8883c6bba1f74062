import { useQuery } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { checkQuery, misfitOf } from "~/api/check";
import { sentence } from "~/api/problem";
import { isKind, toolsOf } from "~/api/tools";
import { useDraftState } from "../draft/useDraft";
import type { Result } from "./bridge";
import { tryDraft, tryExample } from "./tryDraft";

/** What the widget shows in place of the draft's data, and what to say where it shows the draft's data all the same. */
interface Rows {
  /** The tool is being called. */
  pending: boolean;
  result?: Result | undefined;
  note: string;
  /** The layout cannot show the rows. */
  misfit?: boolean;
}

/**
 * What the first tool of an app answers that shows rows of a table: it is called as it is saved, with arguments that find some,
 * again whenever it has changed or the page is opened, once nothing in the app keeps it from being called. Tools of other kinds
 * are not called without being asked to.
 */
export function useRows(app: App, readOnly: boolean): Rows {
  const tool = app.origin === "seeded" ? undefined : toolsOf(app)[0];
  const live = tool !== undefined && !isKind(tool.handler, "mock") && tool.mode !== "mock";
  const reads = live && isKind(tool.handler, "query");
  const saved = useDraftState((s) => s.saving.is === "saved");
  const mayCall = reads && saved && !readOnly;
  const check = useQuery({ ...checkQuery(app), enabled: mayCall });
  const checked = check.isSuccess && !check.isPlaceholderData;
  const sound = checked && check.data.problems.length === 0;
  const call = useQuery({
    queryKey: ["app", app.id, "rows", JSON.stringify(tool)],
    queryFn: () => tryExample((args) => tryDraft(app.id, tool?.name ?? "", args), tool?.example),
    enabled: mayCall && sound,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (!live) return { pending: false, note: "" };
  if (!reads) return { pending: false, note: "Example data: “Try it” calls the tool." };
  if (readOnly) return { pending: false, note: "Example data: the rows are shown to people who may edit this app." };
  if (checked && !sound) {
    const misfit = misfitOf(check.data.problems, 0);
    if (misfit) return { pending: false, note: `Example data, since the rows do not fit. ${misfit}`, misfit: true };
    return { pending: false, note: "Example data: the tool can be called once the app can be published." };
  }
  if (call.isError)
    return { pending: false, note: `Example data, since the tool cannot be called yet. ${sentence(call.error)}` };
  return { pending: call.isPending && saved && !check.isError, result: call.data, note: "" };
}
