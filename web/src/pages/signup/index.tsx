import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { Gate } from "~/shell/Gate";
import { useTitle } from "~/shell/title";
import { useEntered } from "~/shell/useEntered";
import { Button, Form, Notice, TextField } from "~/ui";

export default function SignUp() {
  useTitle("Create an account");
  const { next } = useSearch({ from: "/visitor/signup" });
  const [form, setForm] = useState({ email: "", name: "", password: "" });
  const entered = useEntered();
  const signUp = useOnce({
    mutationFn: () =>
      take(
        api.POST("/auth/signup", {
          body: { email: form.email, password: form.password, ...(form.name.trim() && { name: form.name.trim() }) },
        }),
      ),
    onSuccess: () => entered(next),
  });
  const problem = isProblem(signUp.error) ? signUp.error : null;
  const field = (name: keyof typeof form) => ({
    value: form[name],
    error: problem?.field(name),
    onChange: (e: { target: { value: string } }) => setForm({ ...form, [name]: e.target.value }),
  });
  return (
    <Gate
      title="Create your account"
      below={
        <>
          Have one already?{" "}
          <Link to="/signin" search={next ? { next } : {}} className="link">
            Sign in
          </Link>
        </>
      }
    >
      <Form className="grid gap-4" failure={signUp.error} onSubmit={() => signUp.mutate()}>
        <TextField label="E-mail address" type="email" autoComplete="email" autoFocus {...field("email")} />
        <TextField label="Name" aside="optional" autoComplete="name" {...field("name")} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={problem?.field("password") ? undefined : "At least 10 characters."}
          {...field("password")}
        />
        {signUp.error && !["email", "name", "password"].some((name) => problem?.field(name)) && (
          <Notice tone="bad">{sentence(signUp.error)}</Notice>
        )}
        <Button type="submit" look="primary" busy={signUp.isPending || signUp.isSuccess}>
          Create account
        </Button>
      </Form>
    </Gate>
  );
}
