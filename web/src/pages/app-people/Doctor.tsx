import { useMutation } from "@tanstack/react-query";
import { Check, CircleHelp, Stethoscope, X } from "lucide-react";
import { api, take, type Schemas } from "~/api/client";
import { sentence } from "~/api/problem";
import { Button, Notice } from "~/ui";

type Line = Schemas["Line"];

const states: Record<Line["state"], { icon: typeof Check; tone: string; label: string }> = {
  ok: { icon: Check, tone: "text-good", label: "ok" },
  wrong: { icon: X, tone: "text-bad", label: "wrong" },
  unseen: { icon: CircleHelp, tone: "text-muted", label: "seen only while somebody signs in" },
};

/** Looks at the app from outside, as clients do: fifteen small mistakes that break real connections. */
export function Doctor({ app }: { app: string }) {
  const look = useMutation({
    mutationFn: () => take(api.POST("/apps/{id}/doctor", { params: { path: { id: app } } })),
  });
  const wrong = look.data?.items.filter(({ state }) => state === "wrong").length ?? 0;
  return (
    <section aria-labelledby="doctor" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="doctor" className="font-semibold flex-1">
          Connect doctor
        </h2>
        <Button icon={<Stethoscope size={16} aria-hidden="true" />} busy={look.isPending} onClick={() => look.mutate()}>
          {look.data ? "Look again" : "Look for what is wrong"}
        </Button>
      </div>
      <p className="text-sm text-muted">
        Berth asks itself at the public address, as ChatGPT and Claude do, for the mistakes that most often keep a
        client from connecting.
      </p>
      <div role="status">
        {look.isError && <Notice tone="bad">{sentence(look.error)}</Notice>}
        {look.data && (
          <Notice tone={wrong ? "bad" : "good"}>
            {wrong ? `${wrong} of ${look.data.items.length} are wrong.` : "Nothing is wrong."} Looked at{" "}
            <code className="break-all">{look.data.url}</code>
          </Notice>
        )}
      </div>
      {look.data && (
        <ol aria-label="What was looked at" className="rounded-card border border-line bg-surface shadow-low">
          {look.data.items.map(({ number, title, state, found }) => {
            const { icon: Icon, tone, label } = states[state];
            return (
              <li key={number} className="flex gap-3 px-4 py-2.5 border-b border-line last:border-0 text-sm">
                <Icon size={18} className={`${tone} shrink-0 mt-0.5`} role="img" aria-label={label} />
                <span className="grid gap-0.5 min-w-0 wrap-anywhere">
                  <span>{title}</span>
                  {state === "unseen" && <span className="text-muted">Seen only while somebody signs in.</span>}
                  {found.map((what) => (
                    <span key={what} className="text-bad">
                      {what}
                    </span>
                  ))}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
