import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeApp } from "~/api/apps";
import { api, take, takeTagged, type Schemas } from "~/api/client";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { Intake } from "~/data/Intake";
import { Button, Dialog, Form, Notice, Segmented, TextField, toast } from "~/ui";
import { Operations } from "./Operations";

type Found = Schemas["ImportOpenAPIOutput"];

interface Props {
  app: string;
  /** How many tools the app can still have. */
  room: number;
  onClose(): void;
  onAdded(): void;
}

/** Makes tools of a document that describes an API: it is read first, and what is chosen becomes tools. */
export default function ImportOpenAPI({ app, room, onClose, onAdded }: Props) {
  const client = useQueryClient();
  const [from, setFrom] = useState<"address" | "text">("address");
  const [url, setURL] = useState("");
  const [text, setText] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const [chosen, choose] = useState<readonly string[]>([]);
  const document = () => (from === "address" ? { url: url.trim() } : { document: text });
  const path = { id: app };
  const read = useOnce({
    mutationFn: () =>
      take(api.POST("/apps/{id}/openapi", { params: { path }, body: document() as never })) as Promise<Found>,
    onSuccess: (answer) => {
      setFound(answer);
      choose(answer.operations.filter(({ recommended, tool }) => recommended && tool).slice(0, room).map(({ id }) => id)); // prettier-ignore
    },
  });
  const add = useOnce({
    mutationFn: () =>
      changeApp(
        client,
        app,
        () =>
        takeTagged(api.POST("/apps/{id}/openapi/tools", { params: { path }, body: { ...document(), operations: chosen } as never })), // prettier-ignore
      ),
    onSuccess: () => {
      toast({ title: `${chosen.length} ${chosen.length === 1 ? "tool is" : "tools are"} added`, text: "They show examples until you set them live." }); // prettier-ignore
      onAdded();
      onClose();
    },
  });
  const failure = found ? add.error : read.error;
  const fields = isProblem(failure) ? failure.fields : [];
  const empty = from === "address" ? !url.trim() : !text.trim();
  return (
    <Dialog open wide onClose={onClose} title={found ? found.title || "What it can do" : "From an OpenAPI document"}>
      {found ? (
        <Operations operations={found.operations} chosen={chosen} room={room} onChoose={choose} />
      ) : (
        <Form
          id="openapi"
          className="grid grid-cols-1 gap-4"
          failure={read.error}
          onSubmit={() => {
            if (!empty) read.mutate();
          }}
        >
          <p className="text-muted text-sm">
            Version 3.0 or 3.1, JSON or YAML. Nothing is changed before you have chosen.
          </p>
          <Segmented
            label="Where it is"
            hideLabel
            value={from}
            onChange={(next) => setFrom(next)}
            options={[
              { value: "address", label: "At an address" },
              { value: "text", label: "File or text" },
            ]}
          />
          {from === "address" ? (
            <TextField
              label="Address of the document"
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
              placeholder="https://api.example.com/openapi.json"
              value={url}
              onChange={(e) => setURL(e.target.value)}
            />
          ) : (
            <Intake
              text={text}
              onText={setText}
              placeholder={"openapi: 3.1.0\ninfo:\n  title: …"}
              accept=".json,.yaml,.yml,.txt,application/json"
            />
          )}
        </Form>
      )}
      {failure && (
        <Notice tone="bad">
          {sentence(failure)}
          {fields.length > 0 && (
            <ul className="grid gap-1 mt-1 wrap-anywhere">
              {fields.slice(0, 5).map(({ location, message }) => (
                <li key={location + message}>
                  {location.replace(/^body\./, "")} {message}.
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          onClick={() => {
            if (!found) return onClose();
            setFound(null);
            add.reset();
          }}
        >
          {found ? "Back" : "Cancel"}
        </Button>
        {found ? (
          <Button look="primary" busy={add.isPending} disabled={!chosen.length} onClick={() => add.mutate()}>
            {chosen.length === 1 ? "Add 1 tool" : `Add ${chosen.length} tools`}
          </Button>
        ) : (
          <Button type="submit" form="openapi" look="primary" busy={read.isPending} disabled={empty}>
            Read it
          </Button>
        )}
      </div>
    </Dialog>
  );
}
