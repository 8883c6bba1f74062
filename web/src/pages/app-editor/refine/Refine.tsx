import { ArrowUp } from "lucide-react";
import { useState } from "react";
import { isProblem, sentence } from "~/api/problem";
import { Questions } from "~/create/Questions";
import { further } from "~/create/ideas.json";
import { tooLong } from "~/create/prompt";
import { Button, Notice, TextArea } from "~/ui";
import { ProposedChanges } from "./ProposedChanges";
import { useRefine } from "./useRefine";

/** A sentence that says what should be different, and what it would change. */
export function Refine({ id }: { id: string }) {
  const { say, apply, proposed, drop } = useRefine(id);
  const [text, setText] = useState("");
  const submit = (prompt: string) => {
    apply.reset();
    if (prompt.trim() && !tooLong(prompt)) say.mutate(prompt.trim());
  };
  const nothing = proposed && !proposed.steps.length && !proposed.tables.length && !proposed.made.questions?.length;
  return (
    <div className="grid grid-cols-1 gap-3 mb-5">
      <form
        className="flex items-end gap-2"
        onSubmit={(e) => {
          e.preventDefault();
          submit(text);
        }}
      >
        <TextArea
          className="flex-1"
          rows={1}
          label="Change it in words"
          placeholder={further}
          autoComplete="off"
          value={text}
          onChange={(e) => setText(e.target.value)}
          error={tooLong(text) || (isProblem(say.error) ? say.error.field("prompt") : "")}
          onKeyDown={(e) => {
            if (e.key === "Enter" && !e.shiftKey && !e.nativeEvent.isComposing) {
              e.preventDefault();
              submit(text);
            }
          }}
        />
        <Button
          type="submit"
          aria-label="Show what would change"
          busy={say.isPending}
          aria-disabled={!text.trim() || Boolean(tooLong(text))}
          icon={<ArrowUp size={16} aria-hidden="true" />}
        />
      </form>
      {say.error && !(isProblem(say.error) && say.error.field("prompt")) && (
        <Notice tone="bad">
          {[sentence(say.error), ...(isProblem(say.error) ? say.error.fields.map(({ message }) => message) : [])].join(
            " ",
          )}
        </Notice>
      )}
      {nothing && (
        <Notice tone="warn">
          That would change nothing. A name, a colour, a layout, a column, an order, and what people may send, add or
          change are understood; all the rest can be changed by hand.
        </Notice>
      )}
      {proposed && <Questions draft={{ ...proposed.made, exampleData: false }} onPick={submit} />}
      {proposed && (proposed.steps.length > 0 || proposed.tables.length > 0) && (
        <ProposedChanges
          key={proposed.prompt}
          proposal={proposed}
          busy={apply.isPending}
          failure={apply.error}
          onApply={(fields) => apply.mutate({ proposal: proposed, fields }, { onSuccess: () => setText("") })}
          onDrop={drop}
        />
      )}
    </div>
  );
}
