import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { Gate } from "~/shell/Gate";
import { useTitle } from "~/shell/title";
import { useEntered } from "~/shell/useEntered";
import { Button, Form, Notice, TextField } from "~/ui";

export default function SignIn() {
  useTitle("Sign in");
  const { next } = useSearch({ from: "/visitor/signin" });
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const entered = useEntered();
  const signIn = useOnce({
    mutationFn: () => take(api.POST("/auth/login", { body: { email, password } })),
    onSuccess: () => entered(next),
  });
  const problem = isProblem(signIn.error) ? signIn.error : null;
  return (
    <Gate
      title="Sign in to Berth"
      below={
        <>
          New here?{" "}
          <Link to="/signup" search={next ? { next } : {}} className="link">
            Create an account
          </Link>
        </>
      }
    >
      <Form className="grid gap-4" failure={signIn.error} onSubmit={() => signIn.mutate()}>
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(e) => setEmail(e.target.value)}
          error={problem?.field("email")}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(e) => setPassword(e.target.value)}
          error={problem?.field("password")}
        />
        {signIn.error && !problem?.fields.length && <Notice tone="bad">{sentence(signIn.error)}</Notice>}
        <Button type="submit" look="primary" busy={signIn.isPending || signIn.isSuccess}>
          Sign in
        </Button>
      </Form>
      <p className="text-sm text-muted text-center">
        First time on your own server? Open the sign-in link that it printed when it started.
      </p>
    </Gate>
  );
}
