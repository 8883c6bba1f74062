import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { BuildByTalking } from "~/create/BuildByTalking";
import { Ideas } from "~/create/Ideas";
import { first } from "~/create/ideas.json";
import { tooLong } from "~/create/prompt";
import { TemplateGallery } from "~/create/TemplateGallery";
import { Button, TextArea } from "~/ui";

/** A workspace without apps of its own: how one is made, the field to begin with, and, as children, what is there already. */
export function FirstApp({ children }: { children?: ReactNode }) {
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState("");
  const long = tooLong(prompt);
  const begin = (text: string) => void navigate({ to: "/apps/new", search: { prompt: text.trim() } });
  return (
    <div className="grid gap-12 max-w-6xl mx-auto pt-2 sm:pt-8">
      <section className="grid gap-5 max-w-2xl w-full mx-auto">
        <div className="grid gap-2 text-center">
          <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight">
            What should your first app do?
          </h1>
          <p className="text-muted">
            Say it in a sentence. You get a tool, a layout, sample data and texts to change as you like; publish it, and
            ChatGPT, Claude and others can use it.
          </p>
        </div>
        <form
          className="grid gap-3"
          onSubmit={(e) => {
            e.preventDefault();
            if (prompt.trim() && !long) begin(prompt);
          }}
        >
          <TextArea
            label="Your app in a sentence"
            hideLabel
            rows={3}
            value={prompt}
            onChange={(e) => setPrompt(e.target.value)}
            error={long}
            placeholder={first}
            onKeyDown={(e) => {
              if (e.key === "Enter" && !e.shiftKey && !e.nativeEvent.isComposing) {
                e.preventDefault();
                e.currentTarget.form?.requestSubmit();
              }
            }}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Button look="quiet" onClick={() => void navigate({ to: "/apps/new", search: { from: "layout" } })}>
              Start from a layout instead
            </Button>
            <Button type="submit" look="primary" aria-disabled={!prompt.trim() || Boolean(long)}>
              Draft it
            </Button>
          </div>
        </form>
        <Ideas onPick={begin} />
        <BuildByTalking />
      </section>
      <section aria-labelledby="gallery" className="grid gap-4">
        <div>
          <h2 id="gallery" className="text-lg font-semibold">
            Or begin with an app that works
          </h2>
          <p className="text-muted">These ship with Berth. A copy is yours to change.</p>
        </div>
        {children ?? <TemplateGallery />}
      </section>
    </div>
  );
}
