import { CircleAlert, CloudCheck, CloudOff, Redo2, RefreshCw, Undo2 } from "lucide-react";
import { useEffect } from "react";
import type { App } from "~/api/apps";
import { sentence } from "~/api/problem";
import { useCommands } from "~/shell/palette/commands";
import { Button, IconButton } from "~/ui";
import { labels, type FieldName } from "../draft/fields";
import { useDraftSession, useDraftState } from "../draft/useDraft";
import { PublishButton } from "../publish/PublishButton";
import { reveal } from "./reveal";

/** Whether the draft is saved, the way back and forth, and the way out into the world. */
export function Bar({ app, readOnly }: { app: App; readOnly: boolean }) {
  const session = useDraftSession();
  const past = useDraftState((s) => s.history.past.length > 0);
  const future = useDraftState((s) => s.history.future.length > 0);
  const go = (fields: FieldName[]) => {
    const [field] = fields;
    if (field) reveal(field);
  };
  useEffect(() => {
    if (readOnly) return;
    const keys = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y" && key !== "s")) return;
      // The JSON editor, in its shadow root, and dialogs have a history of their own.
      if (
        key !== "s" &&
        event
          .composedPath()
          .some((node) => node instanceof ShadowRoot || (node instanceof Element && node.matches("[role=dialog]")))
      )
        return;
      event.preventDefault();
      if (key === "s") return void session.flush();
      const fields = key === "y" || event.shiftKey ? session.redo() : session.undo();
      if (!(document.activeElement as HTMLElement | null)?.dataset["path"]) go(fields);
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, [session, readOnly]);
  useCommands(
    readOnly
      ? []
      : [
          { id: "undo", title: "Undo", section: "Draft", run: () => go(session.undo()) },
          { id: "redo", title: "Redo", section: "Draft", run: () => go(session.redo()) },
        ],
  );
  if (readOnly) return null;
  return (
    <div className="sticky top-14 z-20 bg-ground -mx-4 px-4 sm:-mx-6 sm:px-6 py-2 -mt-2 mb-2 flex flex-wrap items-center gap-x-1 sm:gap-x-2 gap-y-2">
      <SaveState />
      <span className="flex-1" />
      <IconButton
        label="Undo"
        aria-keyshortcuts="Control+Z Meta+Z"
        icon={<Undo2 size={17} aria-hidden="true" />}
        aria-disabled={!past}
        onClick={() => go(session.undo())}
      />
      <IconButton
        label="Redo"
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        icon={<Redo2 size={17} aria-hidden="true" />}
        aria-disabled={!future}
        onClick={() => go(session.redo())}
      />
      <PublishButton app={app} />
    </div>
  );
}

function SaveState() {
  const session = useDraftSession();
  const saving = useDraftState((s) => s.saving);
  const held = useDraftState((s) => s.held);
  const unfinished = useDraftState((s) => s.unfinished !== null);
  const line = "flex items-center gap-2 text-sm min-w-0";
  switch (saving.is) {
    case "saved":
      return (
        <p className={`${line} text-muted`} data-saving="saved">
          <CloudCheck size={17} aria-hidden="true" />
          Saved
        </p>
      );
    case "waiting":
    case "saving":
      return (
        <p className={`${line} text-muted`} data-saving="saving">
          <RefreshCw size={16} className="animate-spin" aria-hidden="true" />
          Saving…
        </p>
      );
    case "offline":
      return (
        <p role="status" className={`${line} text-warn`} data-saving="offline">
          <CloudOff size={17} className="shrink-0" aria-hidden="true" />
          Not saved: Berth cannot be reached. Your text is kept here.
        </p>
      );
    case "conflict":
      return (
        <p role="status" className={`${line} text-warn`} data-saving="conflict">
          <CircleAlert size={17} aria-hidden="true" />
          Not saved: somebody else changed it too
        </p>
      );
    case "held": {
      const fields = Object.keys(held) as FieldName[];
      if (unfinished && !held.mockData) fields.push("mockData");
      return (
        <p role="status" className={`${line} text-bad flex-wrap`} data-saving="held">
          <CircleAlert size={17} aria-hidden="true" />
          Saved, except
          {fields.map((field) => (
            <button
              key={field}
              type="button"
              className="link target"
              onClick={() => reveal(pathOf(field, held[field]?.problems[0]?.at ?? ""))}
            >
              {labels[field]}
            </button>
          ))}
        </p>
      );
    }
    case "failed":
      return (
        <p role="alert" className={`${line} text-bad flex-wrap`} data-saving="failed">
          <CircleAlert size={17} className="shrink-0" aria-hidden="true" />
          <span className="min-w-0">Not saved: {sentence(saving.failure)}</span>
          <Button size="small" onClick={() => void session.flush()}>
            Try again
          </Button>
        </p>
      );
  }
}

const pathOf = (field: string, at: string) => (at ? (at.startsWith("[") ? field + at : `${field}.${at}`) : field);
