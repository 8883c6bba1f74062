import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
  syntaxTree,
} from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { Button, Kbd, Notice } from "~/ui";
import { problemsOf } from "../data/validate";
import type { Schema } from "../data/schema";
import { equal } from "../draft/equal";
import { useDraftSession, useField } from "../draft/useDraft";
import { complete } from "./complete";
import { lineOf, nodeAt, parseJSON } from "~/data/json";
import { highlight, look } from "./look";

/** The most that the server takes (contract §5), in bytes of compact JSON. */
const most = 256 << 10;

/**
 * The data as text. What is JSON goes into the draft at once; what is not yet stays here, also when another part of the
 * editor is looked at meanwhile. It lives in a shadow root, where the page's policy lets it have styles.
 */
export default function JsonEditor({
  schema,
  readOnly,
  focus = false,
}: {
  schema: Schema;
  readOnly: boolean;
  /** From the beginning. */ focus?: boolean;
}) {
  const session = useDraftSession();
  const data = useField("mockData");
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [fault, setFault] = useState("");
  const [overtaken, setOvertaken] = useState(false);
  const live = useRef({ schema, focus });
  live.current = { schema, focus };

  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const judge = (state: EditorState): Diagnostic[] => {
      const text = state.doc.toString();
      const { root: parsed, faults } = parseJSON(text);
      const diagnostics: Diagnostic[] = faults.map((f) => ({
        ...f,
        severity: "error",
        message: f.message.replace(/^./, (c) => c.toUpperCase()),
      }));
      if (parsed)
        for (const { path, at, message } of problemsOf(live.current.schema, parsed.value))
          diagnostics.push({ ...nodeAt(parsed, path), severity: "warning", message: `${at || "The data"} ${message}` });
      return diagnostics.sort((a, b) => a.from - b.from);
    };
    const take = (state: EditorState) => {
      const text = state.doc.toString();
      const { root: parsed, faults } = parseJSON(text);
      const bytes = parsed ? new TextEncoder().encode(JSON.stringify(parsed.value)).length : 0;
      const [first] = faults;
      const why = first
        ? `Line ${lineOf(text, first.from).line}: ${first.message}.`
        : typeof parsed?.value !== "object" || parsed.value === null
          ? "The data must be an object."
          : bytes > most
            ? `This has ${Math.ceil(bytes / 1024).toLocaleString("en")} KiB; data may have at most 256. Keep the entries that people need most.`
            : "";
      setFault(why);
      // Text over data that was changed meanwhile takes its place only when the person says so.
      const asks = !why && !!parsed && session.overtaken() && !equal(parsed.value, session.get().draft.mockData);
      setOvertaken(asks);
      session.leave(why || asks ? text : null);
      if (!why && !asks && parsed && !equal(parsed.value, session.get().draft.mockData))
        session.edit({ mockData: parsed.value }, "json");
    };
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: session.get().unfinished?.text ?? pretty(session.get().draft.mockData),
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          indentUnit.of("  "),
          EditorView.lineWrapping,
          json(),
          syntaxHighlighting(HighlightStyle.define(highlight)),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          lintGutter(),
          EditorView.theme(look),
          autocompletion({
            maxRenderedOptions: 12,
            override: [
              (context: CompletionContext): CompletionResult | null =>
                complete(context, syntaxTree(context.state), live.current.schema),
            ],
          }),
          keymap.of([
            ...completionKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...lintKeymap,
            indentWithTab,
          ]),
          EditorView.domEventHandlers({ beforeinput: overSelection }),
          EditorState.readOnly.of(readOnly),
          EditorView.editable.of(!readOnly),
          EditorView.contentAttributes.of({ "aria-label": "The data as JSON", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            if (!update.transactions.some((t) => t.annotation(Transaction.remote))) take(update.state);
            queueMicrotask(() => editor.dispatch(setDiagnostics(editor.state, judge(editor.state))));
          }),
        ],
      }),
    });
    view.current = editor;
    editor.dispatch(setDiagnostics(editor.state, judge(editor.state)));
    take(editor.state);
    if (live.current.focus) editor.focus();
    return () => editor.destroy();
  }, [session, readOnly]);

  // What was changed elsewhere, by undo or another person, unless something unfinished stands here.
  useEffect(() => {
    const editor = view.current;
    if (!editor || session.get().unfinished) return;
    const { root } = parseJSON(editor.state.doc.toString());
    if (root && equal(root.value, data)) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: pretty(data) },
      annotations: Transaction.remote.of(true),
    });
  }, [session, data]);

  /** Writes into the editor as if it was typed, so that its own undo brings the former text back. */
  const write = (text: string) => {
    session.leave(null);
    view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: text } });
    view.current?.focus();
  };
  const drop = (
    <Button size="small" onClick={() => write(pretty(session.get().draft.mockData))}>
      Drop the text
    </Button>
  );
  return (
    <div className="grid gap-3">
      {overtaken && (
        <Notice
          tone="warn"
          action={
            <>
              <Button size="small" onClick={() => write(view.current?.state.doc.toString() ?? "")}>
                Use the text
              </Button>
              {drop}
            </>
          }
        >
          The data was changed in another way while this text could not be read. Which of the two stays?
        </Notice>
      )}
      {fault && (
        <Notice tone="bad" action={!readOnly && drop}>
          {fault} The widget keeps the last data that could be read.
        </Notice>
      )}
      <div
        ref={place}
        data-path="mockData"
        tabIndex={-1}
        onFocus={(e) => {
          if (e.target === e.currentTarget) view.current?.focus();
        }}
        className="rounded-card border border-edge bg-surface overflow-hidden"
      />
      {!readOnly && (
        <p className="text-sm text-muted">
          <Kbd keys={["Ctrl", "Space"]} /> suggests fields and values. <Kbd keys={["Esc"]} /> then{" "}
          <Kbd keys={["Tab"]} /> leaves the editor.
        </p>
      )}
    </div>
  );
}

/** Browsers that type over a selection write style attributes, which the page's policy refuses; the editor can do it itself. */
function overSelection(event: InputEvent, view: EditorView): boolean {
  if (
    event.inputType !== "insertText" ||
    event.data === null ||
    view.composing ||
    view.state.readOnly ||
    view.state.selection.main.empty
  )
    return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2) ?? "";
