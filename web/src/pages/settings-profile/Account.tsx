import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useMe } from "~/api/me";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { Button, Card, Form, Notice, TextField, toast } from "~/ui";

/** The person's name and address. */
export function Account() {
  const { user, hasPassword } = useMe();
  const client = useQueryClient();
  const [name, setName] = useState(user.name);
  const [email, setEmail] = useState(user.email);
  const [current, setCurrent] = useState("");
  const moves = email.trim() !== user.email;
  const proof = moves && current && { currentPassword: current };
  const change = {
    ...(name.trim() !== user.name && { name: name.trim() || null }),
    ...(moves && { email: email.trim() }),
  };
  const dirty = Object.keys(change).length > 0;
  const save = useOnce({
    mutationFn: (body: { name?: string | null; email?: string; currentPassword?: string }) =>
      take(api.PATCH("/me", { body })),
    onSuccess: (now) => {
      setName(now.name);
      setEmail(now.email);
      setCurrent("");
      void client.invalidateQueries({ queryKey: ["me"] });
      void client.invalidateQueries({ queryKey: ["members"] });
    },
  });
  const submit = () => {
    const before = {
      ...(change.name !== undefined && { name: user.name }),
      ...(change.email !== undefined && { email: user.email }),
    };
    save.mutate(
      { ...change, ...proof },
      { onSuccess: () => toast({ title: "Saved", undo: { run: () => save.mutate({ ...before, ...proof }) } }) },
    );
  };
  const problem = isProblem(save.error) ? save.error : null;
  return (
    <Card>
      <Form
        className="grid gap-4"
        failure={save.error}
        onSubmit={() => {
          if (dirty) submit();
        }}
      >
        <h2 className="text-lg font-semibold">Account</h2>
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={(e) => setName(e.target.value)}
          error={problem?.field("name")}
        />
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(e) => setEmail(e.target.value)}
          error={problem?.field("email")}
          hint="You sign in with it."
        />
        {moves && hasPassword && (
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            hint="So that nobody else can move your account."
            value={current}
            onChange={(e) => setCurrent(e.target.value)}
            error={problem?.field("currentPassword")}
          />
        )}
        {save.error && !problem?.field("name") && !problem?.field("email") && !problem?.field("currentPassword") && (
          <Notice tone="bad">{sentence(save.error)}</Notice>
        )}
        <div>
          <Button type="submit" look="primary" busy={save.isPending} disabled={!dirty}>
            Save
          </Button>
        </div>
      </Form>
    </Card>
  );
}
