import type { App } from "~/api/apps";
import type { Schemas } from "~/api/client";
import { newest, type Version } from "~/call/useCall";
import { useCommands } from "~/shell/palette/commands";
import { Segmented, Select } from "~/ui";

export const versions: readonly { value: Version; label: string }[] = [
  { value: newest, label: `${newest}, the new era` },
  { value: "2025-11-25", label: "2025-11-25" },
  { value: "2025-06-18", label: "2025-06-18" },
  { value: "2025-03-26", label: "2025-03-26" },
];

interface Props {
  app: App;
  tools: readonly Schemas["Tool"][];
  tool: Schemas["Tool"];
  onTool(name: string): void;
  release: "draft" | "live";
  onRelease(release: string): void;
  version: Version;
  onVersion(version: string): void;
}

/** What is called, of which release, and as which client. */
export function Head({ app, tools, tool, onTool, release, onRelease, version, onVersion }: Props) {
  useCommands(
    tools
      .filter(({ name }) => name !== tool.name)
      .map(({ name }) => ({ id: `tool-${name}`, title: `Try ${name}`, section: "This page", run: () => onTool(name) })),
  );
  return (
    <>
      {tools.length > 1 && (
        <Select
          label="Tool"
          value={tool.name}
          onChange={(e) => onTool(e.target.value)}
          options={tools.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
      <div className="grid gap-1 min-w-0">
        {tools.length === 1 && (
          <h2 className="font-semibold wrap-anywhere">
            <code>{tool.name}</code>
          </h2>
        )}
        <p className="text-sm text-muted wrap-anywhere line-clamp-4">{tool.description}</p>
      </div>
      <div className="flex flex-wrap gap-3 items-end">
        {app.liveVersion !== null && (
          <Segmented
            label="Release"
            value={release}
            onChange={onRelease}
            options={[
              { value: "draft", label: "Draft" },
              { value: "live", label: `Live (${app.liveVersion})` },
            ]}
          />
        )}
        <Select
          className="flex-1 basis-60"
          label="As a client of"
          value={version}
          onChange={(e) => onVersion(e.target.value)}
          options={versions}
        />
      </div>
    </>
  );
}
