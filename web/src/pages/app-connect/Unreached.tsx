import { Card, CodeBlock } from "~/ui";
import type { Reach } from "./reach";

export const unreachedTitle = (reach: Exclude<Reach, "internet">) =>
  reach === "machine" ? "Only this machine can reach it" : "Only your network can reach it";

/** Why clients on the internet cannot call an address, and how it gets one that they can. */
export function Unreached({ url, reach }: { url: string; reach: Exclude<Reach, "internet"> }) {
  const { origin } = new URL(url);
  return (
    <Card className="grid gap-3">
      <h2 className="font-semibold">{unreachedTitle(reach)}</h2>
      <p className="text-muted">
        Cursor, VS Code, Claude Code and the Inspector on {reach === "machine" ? "this machine" : "this network"} work.
        ChatGPT and Claude call from the internet. To let them in, give Berth an address there, with HTTPS.
      </p>
      <details className="group">
        <summary className="target flex items-center text-accent font-medium text-sm rounded-control w-fit">
          How to get a public address
        </summary>
        <div className="grid gap-4 pt-2">
          <p>For a trial, a tunnel does. It prints an address that begins with https://.</p>
          <CodeBlock text={`cloudflared tunnel --url ${origin}`} what="the command" title="Terminal" />
          <p>Start Berth anew with that address. Every link, this page and the QR code follow it.</p>
          <CodeBlock
            text="BERTH_PUBLIC_URL=https://your-address.example go run ./cmd/berth"
            what="the command"
            title="Terminal"
          />
          <p className="text-muted">
            To stay, put it behind a domain of yours;{" "}
            <a className="link" href="/docs/deploying">
              the page on deploying
            </a>{" "}
            shows how.
          </p>
        </div>
      </details>
    </Card>
  );
}
