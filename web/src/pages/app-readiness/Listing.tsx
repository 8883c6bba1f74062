import { useQueryClient } from "@tanstack/react-query";
import { listingQuery } from "~/api/apps";
import { api, take, type Schemas } from "~/api/client";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { begun, useBegun, type Begun } from "~/data/begun";
import { Newer } from "~/data/Newer";
import { drop } from "~/data/typed";
import { Button, Card, Form, Notice, TextField, toast } from "~/ui";

type Fields = Schemas["Listing"];

const fields: readonly { name: keyof Fields; label: string; hint?: string; most: number; address?: boolean }[] = [
  { name: "tagline", label: "Tagline", hint: "What the app is for. ChatGPT shows 30 characters, Claude 55.", most: 55 },
  { name: "category", label: "Category", hint: "As the directory calls it: Travel, Productivity…", most: 50 },
  { name: "company", label: "Publisher", hint: "The person or company behind the app.", most: 100 },
  { name: "iconUrl", label: "Icon", hint: "The https address of a square picture.", most: 500, address: true },
  { name: "privacyUrl", label: "Privacy policy", most: 500, address: true },
  { name: "supportUrl", label: "Support", hint: "Where people get help.", most: 500, address: true },
  { name: "websiteUrl", label: "Website", most: 500, address: true },
];

/** What is typed over the listing that is stored. */
const form = begun<Fields>(
  fields.map(({ name }) => name),
  (a, b) => a.trim() === b.trim(),
);

/** A listing with what is changed in it. */
const over = (listing: Fields, change: Begun<Fields>) =>
  Object.fromEntries(
    fields.map(({ name }) => [name, (change[name]?.now ?? listing[name]).trim()]),
  ) as unknown as Fields;

/** What takes a change back that was stored so. */
const back = (change: Begun<Fields>, stored: Fields): Begun<Fields> =>
  Object.fromEntries(
    fields.flatMap(({ name }) => (change[name] ? [[name, { now: change[name].from, from: stored[name] }]] : [])),
  );

/** What a directory shows of the app besides what it publishes. */
export function Listing({ id, listing, build }: { id: string; listing: Fields; build: boolean }) {
  const client = useQueryClient();
  const { store, typed, changed, clashing, type, keep, saved } = useBegun(`listing.${id}`, form, listing, !build);
  const shown = (name: keyof Fields) => typed[name]?.now ?? listing[name];
  const save = useOnce({
    // The others of the listing stay as they are stored now, and so does all of it where somebody has changed one of these.
    mutationFn: async (change: Begun<Fields>) => {
      const present = await client.fetchQuery({ ...listingQuery(id), staleTime: 0 });
      if (form.own(change, present).clashing.length) return null;
      return take(api.PUT("/apps/{id}/listing", { params: { path: { id } }, body: over(present, change) }));
    },
    onSuccess: (now, change) => {
      if (!now)
        return toast({ tone: "bad", title: "The listing was changed elsewhere", text: "It is shown as it is now." });
      saved(over(now, change), now);
      client.setQueryData(listingQuery(id).queryKey, now);
      void client.invalidateQueries({ queryKey: ["readiness", id] });
    },
  });
  const dropped = (rest: typeof typed) => {
    save.reset();
    toast({ key: "listing", title: "The changes are dropped", undo: drop(store, rest) });
  };
  const submit = () =>
    save.mutate(typed, {
      onSuccess: (now) =>
        now && toast({ title: "The listing is saved", undo: { run: () => save.mutate(back(typed, now)) } }),
    });
  const problem = isProblem(save.error) ? save.error : null;
  const beside = problem?.beside(fields.map(({ name }) => name)) ?? [];
  return (
    <Card>
      <Form
        className="grid gap-4"
        aria-labelledby="listing"
        failure={save.error}
        onSubmit={() => {
          if (changed.length > 0 && !clashing.length) submit();
        }}
      >
        <div className="grid gap-1">
          <h2 id="listing" className="text-lg font-semibold">
            Listing
          </h2>
          <p className="text-sm text-muted">
            What the directories show beside the app. Saved apart from the draft, and in effect at once.
          </p>
        </div>
        {fields.map(({ name, label, hint, most, address }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            data-listing={name}
            readOnly={!build}
            autoComplete="off"
            value={shown(name)}
            onChange={(e) => type(name, e.target.value)}
            error={problem?.field(name)}
            aside={
              !address && shown(name) ? (
                <span className={[...shown(name)].length > most ? "text-bad" : ""}>
                  {[...shown(name)].length} of {most}
                </span>
              ) : undefined
            }
            {...(address && { inputMode: "url" as const, spellCheck: false, placeholder: "https://" })}
          />
        ))}
        {clashing.length > 0 && (
          <Newer
            items={fields
              .filter(({ name }) => clashing.includes(name))
              .map(({ name, label }) => ({ label, says: listing[name] }))}
            onTake={() => dropped(form.without(typed, clashing))}
            onKeep={keep}
          />
        )}
        {save.error && (!problem?.fields.length || beside.length > 0) && (
          <Notice tone="bad">{sentence(save.error)}</Notice>
        )}
        {build && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              look="primary"
              busy={save.isPending}
              disabled={!changed.length || clashing.length > 0}
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
