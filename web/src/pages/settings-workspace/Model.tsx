import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useMay } from "~/api/me";
import { useOnce } from "~/api/once";
import { noteModel, useOwnModel, type WorkspaceModel } from "~/api/models";
import { isProblem, sentence } from "~/api/problem";
import {
  Button,
  Card,
  ConfirmDialog,
  ErrorState,
  Form,
  Loading,
  Notice,
  Select,
  Skeleton,
  TextField,
  toast,
} from "~/ui";

type Provider = WorkspaceModel["provider"];

const providers: { value: Provider; label: string }[] = [
  { value: "openai", label: "OpenAI, or a server with its API" },
  { value: "anthropic", label: "Anthropic" },
  { value: "gemini", label: "Gemini" },
  { value: "echo", label: "Echo: no model, to try without a key" },
];

/** The language model that the workspace's tools ask, with its own key. */
export function Model({ workspace }: { workspace: string }) {
  const model = useOwnModel();
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">Language model</h2>
        <p className="text-muted">Tools that ask a model ask this one, at your own account.</p>
      </div>
      {model.isPending ? (
        <Loading what="Loading the model">
          <Skeleton className="h-32" />
        </Loading>
      ) : model.isError ? (
        <ErrorState failure={model.error} onRetry={() => void model.refetch()} />
      ) : (
        <Fields key={model.data?.updatedAt ?? "none"} workspace={workspace} model={model.data} />
      )}
    </Card>
  );
}

function Fields({ workspace, model }: { workspace: string; model: WorkspaceModel | null }) {
  const { manage } = useMay();
  const client = useQueryClient();
  const [provider, setProvider] = useState<Provider>(model?.provider ?? "openai");
  const [key, setKey] = useState("");
  const [name, setName] = useState(model?.model ?? "");
  const [fast, setFast] = useState(model?.modelFast ?? "");
  const [url, setURL] = useState(model?.baseUrl ?? "");
  const [ending, setEnding] = useState(false);
  const save = useOnce({
    mutationFn: () =>
      take(
        api.PUT("/workspaces/{id}/llm", {
          params: { path: { id: workspace } },
          body:
            provider === "echo"
              ? { provider }
              : { provider, model: name.trim(), modelFast: fast.trim() || null, baseUrl: url.trim() || null, ...(key && { apiKey: key }) }, // prettier-ignore
        }),
      ),
    onSuccess: (now) => {
      setKey("");
      noteModel(client, workspace, now);
      toast({ title: now.provider === "echo" ? "Echo answers now" : `${now.model} answers now` });
    },
  });
  const problem = isProblem(save.error) ? save.error : null;
  const said = (field: string) => problem?.field(field) ?? "";
  const beside = ["provider", "apiKey", "model", "modelFast", "baseUrl"].some(said);
  const real = provider !== "echo";
  const kept = model?.hasKey && model.provider === provider && (model.baseUrl ?? "") === url.trim();
  if (!manage)
    return (
      <p>
        {model
          ? model.provider === "echo"
            ? "Echo, which is no model."
            : `${model.model} of ${model.provider}.`
          : "None."}{" "}
        <span className="text-muted">Owners can change it.</span>
      </p>
    );
  return (
    <Form className="grid grid-cols-1 gap-4" failure={save.error} onSubmit={() => save.mutate()}>
      <Select
        label="Whose"
        value={provider}
        options={providers.map(({ value, label }) => ({ value, label }))}
        error={said("provider")}
        onChange={(e) => setProvider(e.target.value as Provider)}
      />
      {real ? (
        <>
          <TextField
            label="Key"
            type="password"
            autoComplete="new-password"
            spellCheck={false}
            placeholder={kept ? "•••••••• stays as it is" : ""}
            hint="It is kept encrypted, and never shown again."
            value={key}
            error={said("apiKey")}
            onChange={(e) => setKey(e.target.value)}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Good model"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={name}
              error={said("model")}
              onChange={(e) => setName(e.target.value)}
            />
            <TextField
              label="Fast model"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              placeholder="the good one"
              value={fast}
              error={said("modelFast")}
              onChange={(e) => setFast(e.target.value)}
            />
          </div>
          <TextField
            label="Address"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            placeholder="the provider’s own"
            hint={provider === "openai" ? "With /v1. Any server that speaks this API." : "Without a version."}
            value={url}
            error={said("baseUrl")}
            onChange={(e) => setURL(e.target.value)}
          />
        </>
      ) : (
        <Notice tone="warn">
          Echo is no language model. It repeats the message, the same way each time, without a key or a network: good
          for trying how an app works.
        </Notice>
      )}
      {save.error && !beside && <Notice tone="bad">{sentence(save.error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={save.isPending}>
          {model ? "Save" : real ? "Connect it" : "Try without a key"}
        </Button>
        {model && (
          <Button look="quiet" onClick={() => setEnding(true)}>
            Take it away
          </Button>
        )}
      </div>
      {ending && (
        <ConfirmDialog
          title="Take the language model away?"
          verb="Take it away"
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            await take(api.DELETE("/workspaces/{id}/llm", { params: { path: { id: workspace } } }));
            noteModel(client, workspace, null);
            toast({ title: "The language model is taken away" });
          }}
        >
          <p>Its key is forgotten. Tools that ask a model then ask this server’s, if it has one for apps.</p>
        </ConfirmDialog>
      )}
    </Form>
  );
}
