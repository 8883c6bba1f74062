import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, take, type Schemas } from "~/api/client";
import { isProblem, sentence } from "~/api/problem";
import { useStore } from "~/api/store";
import { drop, useTyped } from "~/data/typed";
import { Button, Card, Notice, TextField, toast } from "~/ui";

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

/** What was typed and is not saved, by field. */
type Typed = Partial<Record<keyof Fields, string>>;

const nothing: Typed = {};

const isTyped = (value: unknown): value is Typed =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).every(
    ([name, text]) => typeof text === "string" && fields.some((field) => field.name === name),
  );

/** What a directory shows of the app besides what it publishes. */
export function Listing({ id, listing, build }: { id: string; listing: Fields; build: boolean }) {
  const client = useQueryClient();
  const store = useTyped<Typed>(`listing.${id}`, nothing, isTyped);
  const typed = useStore(store);
  const form: Fields = { ...listing, ...typed };
  const trimmed = Object.fromEntries(fields.map(({ name }) => [name, form[name].trim()])) as unknown as Fields;
  const dirty = fields.some(({ name }) => trimmed[name] !== listing[name]);
  const save = useMutation({
    mutationFn: (body: Fields) => take(api.PUT("/apps/{id}/listing", { params: { path: { id } }, body })),
    onSuccess: (now, sent) => {
      client.setQueryData(["listing", id], now);
      const rest = Object.entries(store.get()).filter(([name, text]) => text.trim() !== sent[name as keyof Fields]); // typed meanwhile
      store.set(rest.length ? Object.fromEntries(rest) : nothing);
      void client.invalidateQueries({ queryKey: ["readiness", id] });
    },
  });
  const type = (name: keyof Fields, text: string) => {
    const { [name]: _, ...rest } = store.get();
    store.set(text !== listing[name] ? { ...rest, [name]: text } : Object.keys(rest).length ? rest : nothing);
  };
  const submit = () =>
    save.mutate(trimmed, {
      onSuccess: () => toast({ title: "The listing is saved", undo: { run: () => save.mutate(listing) } }),
    });
  const problem = isProblem(save.error) ? save.error : null;
  const beside = problem?.beside(fields.map(({ name }) => name)) ?? [];
  return (
    <Card>
      <form
        className="grid gap-4"
        noValidate
        aria-labelledby="listing"
        onSubmit={(e) => {
          e.preventDefault();
          if (dirty && !save.isPending) submit();
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
            value={form[name]}
            onChange={(e) => type(name, e.target.value)}
            error={problem?.field(name)}
            aside={
              !address && form[name] ? (
                <span className={[...form[name]].length > most ? "text-bad" : ""}>
                  {[...form[name]].length} of {most}
                </span>
              ) : undefined
            }
            {...(address && { inputMode: "url" as const, spellCheck: false, placeholder: "https://" })}
          />
        ))}
        {save.error && (!problem?.fields.length || beside.length > 0) && (
          <Notice tone="bad">{sentence(save.error)}</Notice>
        )}
        {build && (
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" look="primary" busy={save.isPending} disabled={!dirty}>
              Save
            </Button>
            {dirty && (
              <Button
                look="quiet"
                onClick={() => {
                  save.reset();
                  toast({ key: "listing", title: "The changes are dropped", undo: drop(store, nothing) });
                }}
              >
                Drop the changes
              </Button>
            )}
            <p role="status" className="text-sm text-muted">
              {dirty && !save.isPending && "Not saved yet; kept in this tab."}
            </p>
          </div>
        )}
      </form>
    </Card>
  );
}
