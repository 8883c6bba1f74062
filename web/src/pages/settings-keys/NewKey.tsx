import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useMe, type Role } from "~/api/me";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { roleOptions, rolesUpTo } from "~/api/roles";
import { ShownOnce } from "~/secret/ShownOnce";
import { Button, Dialog, Form, Notice, Select, TextField } from "~/ui";
import { endOf, lifetimes } from "./lifetimes";

/** Makes a key and shows it, this once. */
export function NewKey({ workspace, onClose }: { workspace: string; onClose(): void }) {
  const own = useMe().workspace?.role ?? "viewer";
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>(own === "owner" ? "editor" : own);
  const [lifetime, setLifetime] = useState("90");
  const client = useQueryClient();
  const make = useOnce({
    mutationFn: () =>
      take(
        api.POST("/workspaces/{id}/keys", {
          params: { path: { id: workspace } },
          body: { name: name.trim(), role, expiresAt: endOf(lifetime) },
        }),
      ),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["keys", workspace] }),
  });
  const problem = isProblem(make.error) ? make.error : null;
  if (make.data) {
    const { name: made, key } = make.data;
    return (
      <ShownOnce
        title={<>The key for {made}</>}
        lines={[
          { label: "Key", text: key, what: "the key" },
          {
            label: "Try it in a terminal",
            text: `curl -H "Authorization: Bearer ${key}" ${location.origin}/api/v1/me`,
            what: "the command",
          },
        ]}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title="New API key">
      <Form className="grid gap-4" failure={make.error} onSubmit={() => make.mutate()}>
        <TextField
          label="Name"
          placeholder="Deploys from CI"
          hint="What uses it, so that you know later."
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(e) => setName(e.target.value)}
          error={problem?.field("name")}
        />
        <Select
          label="It may do as much as"
          value={role}
          onChange={(e) => setRole(e.target.value as Role)}
          options={roleOptions(rolesUpTo(own))}
          error={problem?.field("role")}
        />
        <Select
          label="It ends"
          value={lifetime}
          onChange={(e) => setLifetime(e.target.value)}
          options={lifetimes}
          error={problem?.field("expiresAt")}
        />
        {make.error && !["name", "role", "expiresAt"].some((field) => problem?.field(field)) && (
          <Notice tone="bad">{sentence(make.error)}</Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={make.isPending}>
            Make the key
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
