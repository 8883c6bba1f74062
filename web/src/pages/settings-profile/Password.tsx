import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useMe } from "~/api/me";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { Button, Card, Form, Notice, TextField, toast } from "~/ui";

/** Sets or changes the password. Somebody who came by the first sign-in link has none yet. */
export function Password() {
  const { user, hasPassword } = useMe();
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useOnce({
    mutationFn: () =>
      take(api.PATCH("/me", { body: { password: next, ...(current && { currentPassword: current }) } })),
    onSuccess: () => {
      setCurrent("");
      setNext("");
      void client.invalidateQueries({ queryKey: ["sessions"] });
      void client.invalidateQueries({ queryKey: ["me"] });
      toast({
        title: hasPassword ? "Your password is changed" : "Your password is set",
        text: "You are signed out everywhere else.",
      });
    },
  });
  const problem = isProblem(change.error) ? change.error : null;
  return (
    <Card>
      <Form className="grid gap-4" failure={change.error} onSubmit={() => change.mutate()}>
        <h2 className="text-lg font-semibold">Password</h2>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        {hasPassword && (
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            value={current}
            onChange={(e) => setCurrent(e.target.value)}
            error={problem?.field("currentPassword")}
          />
        )}
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters. Your other sessions end."
          value={next}
          onChange={(e) => setNext(e.target.value)}
          error={problem?.field("password")}
        />
        {change.error && !problem?.field("password") && !problem?.field("currentPassword") && (
          <Notice tone="bad">{sentence(change.error)}</Notice>
        )}
        <div>
          <Button type="submit" busy={change.isPending} disabled={next === ""}>
            {hasPassword ? "Change the password" : "Set the password"}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
