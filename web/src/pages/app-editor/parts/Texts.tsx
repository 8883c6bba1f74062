import { useQuery } from "@tanstack/react-query";
import { slugQuery, type App } from "~/api/apps";
import { Button, TextArea, TextField } from "~/ui";
import type { Draft } from "../draft/fields";
import { slugForm, slugTaken } from "../draft/faults";
import { useDraftSession, useField, useHeld } from "../draft/useDraft";
import { useSettled } from "~/data/useSettled";

interface Props {
  app: App;
  readOnly: boolean;
}

/** What people and models read around the widget. */
export function Texts({ app, readOnly }: Props) {
  return (
    <div className="grid gap-5">
      <Text field="name" label="Name" limit={100} readOnly={readOnly} hint="What people see in their list of apps." />
      <Address app={app} readOnly={readOnly} />
      <Text
        field="description"
        label="Description"
        limit={2000}
        readOnly={readOnly}
        rows={3}
        hint="For the page that people connect from, and for directories."
      />
      <Text
        field="responseText"
        label="Response text"
        limit={64_000}
        readOnly={readOnly}
        rows={4}
        hint="What the model reads with the data, and what clients without widgets show. Empty: a sentence made from the data."
      />
      <Text
        field="systemPrompt"
        label="Instructions for the model"
        limit={8000}
        readOnly={readOnly}
        rows={5}
        hint="Sent when a client connects: how to behave with this app."
      />
    </div>
  );
}

type TextName = "name" | "description" | "responseText" | "systemPrompt";

function Text({
  field,
  label,
  limit,
  hint,
  rows,
  readOnly,
}: {
  field: TextName;
  label: string;
  limit: number;
  hint: string;
  rows?: number;
  readOnly: boolean;
}) {
  const session = useDraftSession();
  const value = useField(field);
  const error = useHeld(field);
  const letters = [...value].length;
  const common = {
    label,
    hint,
    error,
    value,
    readOnly,
    "data-path": field,
    aside: letters > limit * 0.8 ? `${letters.toLocaleString("en")}/${limit.toLocaleString("en")}` : undefined,
    onChange: (e: { target: { value: string } }) =>
      session.edit({ [field]: e.target.value } as Pick<Draft, TextName>, field),
  };
  return rows ? <TextArea {...common} rows={rows} /> : <TextField {...common} autoComplete="off" />;
}

/** The last part of the app's address: free to choose, then it stays whatever the name does. */
function Address({ app, readOnly }: Props) {
  const session = useDraftSession();
  const slug = useField("mcpSlug") ?? "";
  const held = useHeld("mcpSlug");
  const asked = useSettled(slug, 250);
  const free = useQuery({ ...slugQuery(asked), enabled: slugForm.test(asked) });
  const taken = asked === slug && asked !== app.mcpSlug && free.data?.available === false;
  const suggested = taken ? free.data?.suggestion : "";
  const name = useSettled(useField("name"), 250);
  const proposal = useQuery({
    queryKey: ["latin", name],
    enabled: !readOnly && slug === "" && app.mcpUrl === null && /\p{L}/u.test(name) && !/[a-z0-9]/i.test(name),
    staleTime: Infinity,
    queryFn: () => import("./slug").then(({ latinSlug }) => latinSlug(name)),
  });
  const better = suggested || (slug === "" && proposal.data) || "";
  const error = held || (taken ? slugTaken : "");
  const address = asked === slug ? free.data?.mcpUrl : null;
  const moved = app.status === "published" && !!address && address !== app.mcpUrl && !error;
  return (
    <div className="grid gap-2">
      <TextField
        label="Address"
        data-path="mcpSlug"
        value={slug}
        readOnly={readOnly}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder="made from the name at the first publish"
        error={error}
        hint={
          <>
            {address ? <span className="break-all">{address}</span> : "Small letters, digits and hyphens."}
            {moved && " from the next publish on; clients that know the old address have to be connected again."}
          </>
        }
        onChange={(e) => session.edit({ mcpSlug: e.target.value || null }, "mcpSlug")}
      />
      {better && !readOnly && (
        <div>
          <Button size="small" onClick={() => session.edit({ mcpSlug: better })}>
            Use <code>{better}</code>
          </Button>
        </div>
      )}
    </div>
  );
}
