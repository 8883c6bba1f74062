import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { sentence } from "~/api/problem";
import { createTable, nameFor, type Column } from "~/api/tables";
import { Button, Dialog, Form, Notice, Select, Switch, TextField } from "~/ui";

interface Props {
  id: string;
  taken: readonly string[];
  onMade(name: string): void;
  onClose(): void;
}

/** What a table may begin with. */
const beginnings: Record<string, { label: string; columns: Column[] }> = {
  list: {
    label: "A list: name, description, price, picture",
    columns: [
      { name: "name", type: "text", required: true },
      { name: "description", type: "text" },
      { name: "price", type: "money", currency: "EUR" },
      { name: "picture", type: "image" },
    ],
  },
  arrivals: {
    label: "What people send: name, e-mail, message, status",
    columns: [
      { name: "name", type: "text", required: true },
      { name: "email", title: "E-mail", type: "email", required: true },
      { name: "message", type: "text" },
      { name: "status", type: "enum", values: ["new", "seen", "done"] },
    ],
  },
  events: {
    label: "Events: title, date, time, place",
    columns: [
      { name: "title", type: "text", required: true },
      { name: "date", type: "date" },
      { name: "time", type: "time" },
      { name: "place", type: "place" },
    ],
  },
  empty: { label: "Only a name", columns: [{ name: "name", type: "text", required: true }] },
};

/** Makes a table without rows. */
export function NewTable({ id, taken, onMade, onClose }: Props) {
  const client = useQueryClient();
  const [title, setTitle] = useState("");
  const [beginning, setBeginning] = useState("list");
  const [own, setOwn] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const make = async () => {
    setFailure(null);
    if (!title.trim()) return setTries(tries + 1);
    setBusy(true);
    try {
      const columns = beginnings[beginning]?.columns ?? [];
      const made = await createTable(id, {
        name: nameFor(title, taken, "rows"),
        title: title.trim(),
        columns,
        ownedRows: own,
      });
      await client.invalidateQueries({ queryKey: ["app", id, "tables"] });
      onMade(made.name);
      onClose();
    } catch (cause) {
      setFailure(cause);
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title="New table">
      <Form
        className="grid gap-4"
        failure={failure ?? tries}
        onSubmit={() => {
          if (!busy) void make();
        }}
      >
        <TextField
          label="Name"
          autoComplete="off"
          placeholder="Breads"
          value={title}
          onChange={(e) => setTitle(e.target.value)}
          error={tries > 0 && !title.trim() ? "A table needs a name." : ""}
        />
        <Select
          label="Begin with"
          value={beginning}
          onChange={(e) => setBeginning(e.target.value)}
          options={Object.entries(beginnings).map(([value, { label }]) => ({ value, label }))}
          hint="Columns can be added and changed at any time."
        />
        <Switch
          label="Each person has rows of their own"
          checked={own}
          onChange={setOwn}
          hint={
            <>
              Tools show and change what the person who asks has made, and nobody else’s. It stays so, and people have
              to sign in: see{" "}
              <Link to="/apps/$id/access" params={{ id }} className="link">
                Access
              </Link>
              .
            </>
          }
        />
        {failure !== null && <Notice tone="bad">{sentence(failure)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            Make the table
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
