import { useState } from "react";
import { api, take } from "~/api/client";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { Button } from "~/ui/Button";
import { Dialog } from "~/ui/Dialog";
import { TextField } from "~/ui/Field";
import { Form } from "~/ui/Form";
import { Notice } from "~/ui/Notice";
import { useEnter } from "./useEnter";

/** Asks for a name and makes a workspace. */
export default function NewWorkspace({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const enter = useEnter();
  const make = useOnce({
    mutationFn: () => take(api.POST("/workspaces", { body: { name: name.trim() } })),
    onSuccess: ({ id }) => {
      onClose();
      return enter(id);
    },
  });
  const error = isProblem(make.error) ? make.error.field("name") : "";
  return (
    <Dialog open onClose={onClose} title="New workspace" description="A workspace has its own apps, members and keys.">
      <Form className="grid gap-4" failure={make.error} onSubmit={() => make.mutate()}>
        <TextField
          label="Name"
          value={name}
          required
          maxLength={100}
          onChange={(e) => setName(e.target.value)}
          error={error}
        />
        {make.error && !error && <Notice tone="bad">{sentence(make.error)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={make.isPending}>
            Create
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
