import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { secretsQuery, setSecret, type Secret } from "~/api/secrets";
import { Button, Dialog, Form, Notice, TextField, toast } from "~/ui";

interface Props {
  app: string;
  /** The one whose value is replaced; absent: a new one. */
  replaced?: Secret | undefined;
  /** What a new one begins with. */
  begin?: { name?: string; value?: string; hosts?: readonly string[] };
  /** The request names it already: it keeps its name. */
  named?: boolean;
  onClose(): void;
  /** Told when it is kept. */
  onSet?(): void;
}

/** Asks for a secret: its name, its value, which nobody can read again, and the hosts that may get it. */
export function SetSecret({ app, replaced, begin = {}, named = false, onClose, onSet }: Props) {
  const client = useQueryClient();
  const [name, setName] = useState(replaced?.name ?? begin.name ?? "");
  const [value, setValue] = useState(begin.value ?? "");
  const [hosts, setHosts] = useState((replaced?.hosts ?? begin.hosts ?? []).join(", "));
  const valueField = useRef<HTMLInputElement>(null);
  const set = useOnce({
    mutationFn: () =>
      setSecret(
        app,
        name,
        value,
        hosts.split(/[\s,;]+/).filter(Boolean).map((host) => host.replace(/^https?:\/\//, "").replace(/\/.*$/, "").toLowerCase()), // prettier-ignore
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: secretsQuery(app).queryKey });
      toast({ title: `${name} is kept`, text: "Tools use it within a second." });
      onSet?.();
      onClose();
    },
  });
  const problem = isProblem(set.error) ? set.error : null;
  const about = (what: string) =>
    (problem?.fields ?? []).filter(({ location }) => location.replace(/^(body|path)\./, "").startsWith(what)).map(({ message }) => `It ${message}.`).join(" "); // prettier-ignore
  const said = { secret: about("secret"), value: about("value"), hosts: about("hosts") };
  return (
    <Dialog
      open
      onClose={onClose}
      title={replaced ? `Another value for ${replaced.name}` : "A secret"}
      {...(named && { focus: valueField })}
    >
      <Form className="grid gap-4" failure={set.error} onSubmit={() => set.mutate()}>
        {!replaced && (
          <TextField
            label="Name"
            autoComplete="off"
            spellCheck={false}
            placeholder="API_KEY"
            readOnly={named}
            hint={`The request says {{secret.${name || "API_KEY"}}} where it goes.`}
            maxLength={64}
            value={name}
            onChange={(e) => setName(e.target.value.toUpperCase().replace(/[\s-]/g, "_"))}
            error={said.secret}
          />
        )}
        <TextField
          ref={valueField}
          label="Value"
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          hint="It is kept encrypted, and can never be read again, not even by you."
          value={value}
          onChange={(e) => setValue(e.target.value)}
          error={said.value}
        />
        <TextField
          label="Sent to"
          autoComplete="off"
          spellCheck={false}
          placeholder="api.example.com"
          hint="Hosts with commas between. No other ever gets it."
          value={hosts}
          onChange={(e) => setHosts(e.target.value)}
          error={said.hosts}
        />
        {set.error && !said.secret && !said.value && !said.hosts && <Notice tone="bad">{sentence(set.error)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={set.isPending}>
            Keep it
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
