import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUp, RotateCcw, Undo2 } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { layoutsQuery } from "~/api/layouts";
import { isProblem, sentence } from "~/api/problem";
import { Ideas } from "~/create/Ideas";
import { first, further } from "~/create/ideas.json";
import { tooLong } from "~/create/prompt";
import { Questions } from "~/create/Questions";
import { toolsOf, type DraftTool, type NewApp } from "~/create/draft";
import { WidgetFrame } from "~/create/WidgetFrame";
import { useAddress } from "~/shell/address";
import { Button, Notice, Segmented, TextArea, toast } from "~/ui";
import { DraftFields } from "./DraftFields";
import { useConversation } from "./useConversation";

/** From a sentence to a draft, and on by further sentences. */
export function Describe() {
  const [given, setGiven] = useAddress("prompt");
  const { turns, text, draft, say, write, edit, back, begin, forget } = useConversation();
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (prompt: string) => {
    if (prompt.trim() && !tooLong(prompt) && !say.isPending) say.mutate(prompt.trim());
  };
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (!given.trim()) return;
    begin(given); // the list sends people here with a sentence that begins a new app
    submit(given);
    setGiven(""); // and it is said once, however often the page is read
  });
  const form = (
    <form
      className="grid gap-3"
      onSubmit={(e: FormEvent) => {
        e.preventDefault();
        submit(text);
      }}
    >
      <TextArea
        ref={field}
        label={draft ? "What should be different?" : "What should your app do?"}
        rows={draft ? 2 : 3}
        value={text}
        onChange={(e) => write(e.target.value)}
        autoFocus={!draft}
        placeholder={draft ? further : first}
        error={tooLong(text) || (isProblem(say.error) ? say.error.field("prompt") : "")}
        onKeyDown={(e) => {
          if (e.key === "Enter" && !e.shiftKey && !e.nativeEvent.isComposing) {
            e.preventDefault();
            submit(text);
          }
        }}
      />
      {say.error && !(isProblem(say.error) && say.error.field("prompt")) && (
        <Notice
          tone="bad"
          action={
            <Link to="/apps/new" search={{ from: "layout" }} className="link text-sm">
              Start from a layout
            </Link>
          }
        >
          {sentence(say.error)} What you wrote is still here.
        </Notice>
      )}
      {say.data?.same && (
        <Notice tone="warn">
          That changed nothing. Pasted rows, a name, a colour, a layout, a column, an order or a number of items is
          understood; all the rest can be changed by hand.
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span role="status" className="text-sm text-muted">
          {say.isPending ? (
            draft ? (
              "Changing the draft…"
            ) : (
              "Drafting your app…"
            )
          ) : (
            <span className="pointer-coarse:hidden">Enter sends, Shift-Enter makes a new line.</span>
          )}
        </span>
        <Button
          type="submit"
          className="pointer-coarse:max-sm:w-full"
          look={draft ? "plain" : "primary"}
          busy={say.isPending}
          aria-disabled={!text.trim() || Boolean(tooLong(text))}
          icon={<ArrowUp size={16} aria-hidden="true" />}
        >
          {draft ? "Change it" : "Draft it"}
        </Button>
      </div>
    </form>
  );
  if (!draft)
    return (
      <div className="grid gap-6 max-w-2xl w-full mx-auto sm:pt-8">
        {form}
        <Ideas
          onPick={(idea) => {
            write(idea);
            submit(idea);
          }}
        />
      </div>
    );
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] items-start">
      <div className="lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1">
        <Preview draft={draft} />
      </div>
      <div className="grid gap-6 lg:col-start-1 lg:row-start-1">
        <DraftFields draft={draft} onChange={edit} onMade={forget} />
        <section aria-label="Conversation" className="grid gap-3 border-t border-line pt-5">
          <ol className="grid gap-2 justify-items-end">
            {turns.map((turn, i) => (
              <li
                key={i}
                className="bg-accent-soft rounded-2xl rounded-br-sm max-w-[90%] wrap-anywhere overflow-hidden"
              >
                <Said text={turn.prompt} />
              </li>
            ))}
          </ol>
          <div className="flex flex-wrap justify-end gap-1">
            <Button
              size="small"
              look="quiet"
              icon={<RotateCcw size={16} aria-hidden="true" />}
              onClick={() => toast({ key: "draft", title: "The draft is dropped", undo: forget() })}
            >
              Begin again
            </Button>
            <Button
              size="small"
              look="quiet"
              icon={<Undo2 size={16} aria-hidden="true" />}
              onClick={() => {
                back();
                field.current?.focus();
              }}
            >
              Take that back
            </Button>
          </div>
          <Questions draft={draft} onPick={submit} />
          {form}
        </section>
      </div>
    </div>
  );
}

/** What somebody wrote, as it was written. Of what is pasted, the beginning. */
function Said({ text }: { text: string }) {
  const lines = text.split("\n");
  const shown = lines.length > 8 ? lines.slice(0, 6) : lines;
  return (
    <p className="px-3.5 py-2 text-sm whitespace-pre-wrap">
      {shown.join("\n")}
      {shown.length < lines.length && (
        <span className="block text-muted">… and {lines.length - shown.length} lines more</span>
      )}
    </p>
  );
}

/** The widget of the draft, or of those of its tools that have one. */
function Preview({ draft }: { draft: NewApp }) {
  const layouts = useQuery(layoutsQuery);
  const [first, ...further] = toolsOf(draft);
  const seen = [first, ...further.filter(({ layout }) => layout)];
  const [chosen, choose] = useState("");
  const tool = seen.find(({ name }) => name === chosen) ?? first;
  const alike = (layout?: string | null) => seen.filter((other) => other.layout === layout).length > 1;
  const called = ({ name, layout }: DraftTool) =>
    (!alike(layout) && layouts.data?.find((l) => l.name === layout)?.title) || name;
  return (
    <WidgetFrame
      layout={tool.layout ?? "cards"}
      theme={draft.themeVariables ?? undefined}
      data={tool.data}
      title={`Preview of ${seen.length > 1 ? tool.name : draft.name}`}
      choice={
        seen.length > 1 ? (
          <Segmented
            label="Preview of"
            hideLabel
            size="small"
            className="grid-cols-1"
            value={tool.name ?? ""}
            onChange={choose}
            options={seen.map((t) => ({ value: t.name ?? "", label: called(t), title: t.name ?? "" }))}
          />
        ) : undefined
      }
    />
  );
}
