import { MessagesSquare } from "lucide-react";
import { useId } from "react";
import { Card, CodeBlock } from "~/ui";

/** Says that apps can also be built in a chat, and at which address: that of this server's own MCP server, which stands beside the builder. */
export function BuildByTalking() {
  const title = useId();
  return (
    <Card role="region" aria-labelledby={title} className="grid gap-3">
      <h2 id={title} className="flex items-center gap-2 font-semibold">
        <MessagesSquare size={18} aria-hidden="true" className="text-accent shrink-0" />
        Build in ChatGPT or Claude
      </h2>
      <p className="text-muted">
        Add this address there, sign in, and say what you want. The chat makes the app, shows its widget, and publishes
        it when you agree.{" "}
        <a className="link" href="/docs/connecting#build-apps-in-a-chat">
          How it goes
        </a>
      </p>
      <CodeBlock title="Address" text={`${window.location.origin}/mcp`} what="the address of Berth’s own server" />
    </Card>
  );
}
