import { ExternalLink } from "lucide-react";
import type { Schemas } from "~/api/client";
import { buttonClass, Card, CodeBlock, Notice } from "~/ui";

type Client = Schemas["Client"];

const languages: Record<string, string> = {
  sh: "Terminal",
  json: "JSON",
  ts: "TypeScript",
  python: "Python",
  go: "Go",
};

/** How one client is connected, as the server says it. */
export function Steps({ client, warning }: { client: Client; warning: string }) {
  return (
    <Card className="grid gap-4">
      {warning && <Notice tone="warn">{warning}</Notice>}
      {client.install && (
        <div>
          <a href={client.install} className={buttonClass("primary")}>
            <ExternalLink size={16} aria-hidden="true" />
            Open in {client.name}
          </a>
        </div>
      )}
      {client.steps.length === 1 ? (
        <p>{client.steps[0]}</p>
      ) : (
        <ol className="grid gap-2.5">
          {client.steps.map((step, i) => (
            <li key={i} className="flex gap-3 min-w-0">
              <span
                aria-hidden="true"
                className="shrink-0 grid place-items-center size-6 rounded-full bg-accent-soft text-accent text-xs font-semibold tabular-nums"
              >
                {i + 1}
              </span>
              <span className="min-w-0 wrap-anywhere">{step}</span>
            </li>
          ))}
        </ol>
      )}
      {client.asks && <p className="text-sm text-muted">{client.asks}</p>}
      {client.copy && (
        <CodeBlock
          text={client.copy}
          what={`the text for ${client.name}`}
          title={languages[client.language] ?? client.language}
        />
      )}
    </Card>
  );
}
