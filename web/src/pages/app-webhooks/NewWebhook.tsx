import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { rowEvents, type RowEvent } from "~/api/webhooks";
import { ShownOnce } from "~/secret/ShownOnce";
import { Button, Dialog, Form, Notice, TextField } from "~/ui";

const all = Object.keys(rowEvents) as RowEvent[];

/** Asks whom to tell of what, and shows the secret, this once. */
export function NewWebhook({ app, onClose }: { app: string; onClose(): void }) {
  const client = useQueryClient();
  const [url, setURL] = useState("");
  const [events, setEvents] = useState<readonly RowEvent[]>(["row.created"]);
  const make = useOnce({
    mutationFn: () =>
      take(
        api.POST("/apps/{id}/webhooks", {
          params: { path: { id: app } },
          body: { url: url.trim(), events: [...events] },
        }),
      ),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["app", app, "webhooks"] }),
  });
  const problem = isProblem(make.error) ? make.error : null;
  const said = { url: problem?.field("url") ?? "", events: problem?.field("events") ?? "" };
  if (make.data)
    return (
      <ShownOnce
        title="The secret of the webhook"
        lines={[{ label: "Secret", text: make.data.secret, what: "the secret" }]}
        onClose={onClose}
      >
        <p className="text-sm text-muted">
          Messages are signed with it as in Standard Webhooks: its libraries take it as it is, and tell your server
          whether a message comes from here.
        </p>
      </ShownOnce>
    );
  return (
    <Dialog open onClose={onClose} title="New webhook">
      <Form className="grid gap-4" failure={make.error} onSubmit={() => make.mutate()}>
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/hooks/rows"
          hint="A public https address. It gets a POST for each row."
          maxLength={2000}
          value={url}
          onChange={(e) => setURL(e.target.value)}
          error={said.url}
        />
        <fieldset className="grid gap-1">
          <legend className="font-medium text-sm">When a row is</legend>
          <div className="flex flex-wrap gap-x-5">
            {all.map((event) => (
              <label key={event} className="target inline-flex items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  checked={events.includes(event)}
                  onChange={(e) =>
                    setEvents(all.filter((other) => (other === event ? e.target.checked : events.includes(other))))
                  }
                />
                {rowEvents[event]}
              </label>
            ))}
          </div>
          {said.events && <p className="text-sm text-bad">{said.events}</p>}
        </fieldset>
        {make.error && !said.url && !said.events && <Notice tone="bad">{sentence(make.error)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={make.isPending}>
            Make the webhook
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
