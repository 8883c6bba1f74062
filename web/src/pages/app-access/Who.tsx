import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { appChanged, appQuery, type App } from "~/api/apps";
import { api, takeTagged, type Tagged } from "~/api/client";
import { useOnce } from "~/api/once";
import { asSentence, isProblem, sentence } from "~/api/problem";
import { useBegun } from "~/data/begun";
import { Newer } from "~/data/Newer";
import { drop } from "~/data/typed";
import { Button, Card, Form, Notice, TextArea, toast } from "~/ui";
import { choicesOf, entriesOf, form, kinds, withoutAt } from "./words";

const labels = { access: "Who may use it", emails: "E-mail addresses", domains: "Domains" } as const;

/** Who may call the app, and which of them may sign in. */
export function Who({ app: { data: app, etag }, readOnly }: { app: Tagged<App>; readOnly: boolean }) {
  const client = useQueryClient();
  const stored = choicesOf(app);
  const { store, typed, changed, clashing, type, keep, saved } = useBegun(`access.${app.id}`, form, stored, readOnly);
  const access = typed.access?.now ?? stored.access;
  const emails = typed.emails?.now ?? stored.emails;
  const domains = typed.domains?.now ?? stored.domains;
  const allow = { emails: entriesOf(emails), domains: entriesOf(domains).map(withoutAt) };
  /** Forgets a field that says what is stored, in other words. */
  const leave = (field: "emails" | "domains") => {
    if (!changed.includes(field)) store.set(form.without(store.get(), [field]));
  };
  const dropped = (rest: typeof typed) => {
    save.reset();
    toast({ key: "access", title: "The changes are dropped", undo: drop(store, rest) });
  };
  const save = useOnce({
    mutationFn: (_: typeof stored) =>
      takeTagged(
        api.PATCH("/apps/{id}", {
          params: { path: { id: app.id }, header: { "If-Match": etag } },
          body: { access, allow },
        }),
      ),
    onSuccess: (answer, sent) => {
      saved(sent, choicesOf(answer.data));
      appChanged(client, answer);
      toast({ key: "access", title: "Saved", text: app.status === "published" ? "Publish to make it so." : "" });
    },
    onError: (failure) => {
      if (isProblem(failure, "PRECONDITION_FAILED"))
        void client.invalidateQueries({ queryKey: appQuery(app.id).queryKey });
    },
  });
  const problems = isProblem(save.error) ? save.error.fields : [];
  const said = (field: "emails" | "domains") =>
    problems
      .filter(({ location }) => location.startsWith(`body.allow.${field}`))
      .map(({ location, message }) => {
        const at = /\[(\d+)\]/.exec(location)?.[1];
        const entry = at === undefined ? "" : allow[field][Number(at)];
        return asSentence(entry ? `“${entry}” ${message}` : message);
      })
      .join(" ");
  const elsewhere = save.error && !problems.some(({ location }) => location.startsWith("body.allow."));
  return (
    <Card>
      <Form
        className="grid grid-cols-1 gap-5"
        failure={save.error}
        onSubmit={() => {
          if (changed.length > 0 && !clashing.length) save.mutate({ access, emails, domains });
        }}
      >
        <fieldset className="grid gap-2 min-w-0" disabled={readOnly}>
          <legend className="font-semibold mb-2">Who may use it</legend>
          {kinds.map(({ value, label, says }) => (
            <label
              key={value}
              aria-label={label}
              className={clsx(
                "rounded-control border p-3 flex gap-3 items-start",
                access === value ? "border-accent bg-accent-soft" : "border-line hover:border-edge",
              )}
            >
              <input
                type="radio"
                name="access"
                className="mt-1"
                checked={access === value}
                onChange={() => type("access", value)}
              />
              <span className="grid gap-0.5 min-w-0">
                <span className="font-medium text-sm">{label}</span>
                <span className="text-sm text-muted">{says}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {access !== "public" && (
          <fieldset className="grid gap-4 sm:grid-cols-2 min-w-0" disabled={readOnly}>
            <legend className="font-semibold mb-2">Who may sign in</legend>
            <p className="text-sm text-muted sm:col-span-2 -mt-2">
              Leave both empty to let anybody sign in. Otherwise whoever fits one of them may.
            </p>
            <TextArea
              label="E-mail addresses"
              rows={4}
              spellCheck={false}
              placeholder="ana@example.com"
              hint="One a line."
              value={emails}
              error={said("emails")}
              onChange={(e) => type("emails", e.target.value)}
              onBlur={() => leave("emails")}
            />
            <TextArea
              label="Domains of e-mail addresses"
              rows={4}
              spellCheck={false}
              placeholder="example.com"
              hint="One a line: everybody with an address there."
              value={domains}
              error={said("domains")}
              onChange={(e) => type("domains", e.target.value)}
              onBlur={() => leave("domains")}
            />
          </fieldset>
        )}
        {clashing.length > 0 && (
          <Newer
            items={clashing.map((field) => ({
              label: labels[field],
              says:
                field === "access"
                  ? (kinds.find(({ value }) => value === stored.access)?.label ?? "")
                  : entriesOf(stored[field]).join(", "),
            }))}
            onTake={() => dropped(form.without(typed, clashing))}
            onKeep={keep}
          />
        )}
        {elsewhere && !clashing.length && (
          <Notice tone="bad">
            {isProblem(save.error, "PRECONDITION_FAILED")
              ? "The app was changed elsewhere meanwhile. Look at it again, then save."
              : [sentence(save.error), ...problems.map(({ message }) => asSentence(message))].join(" ")}
          </Notice>
        )}
        {!readOnly && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              look="primary"
              busy={save.isPending}
              aria-disabled={!changed.length || clashing.length > 0}
            >
              Save
            </Button>
            {changed.length > 0 && (
              <Button look="quiet" onClick={() => dropped(form.nothing)}>
                Drop the changes
              </Button>
            )}
            <p role="status" className="text-sm text-muted">
              {changed.length > 0 && !save.isPending && "Not saved yet; kept in this tab."}
            </p>
          </div>
        )}
      </Form>
    </Card>
  );
}
