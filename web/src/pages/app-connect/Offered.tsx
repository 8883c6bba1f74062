import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { Schemas } from "~/api/client";
import { buttonClass, Card, CopyButton, Notice, Tabs } from "~/ui";
import { Answers } from "./Answers";
import { QRCode } from "./QRCode";
import { callsFromOutside, reachOf } from "./reach";
import { Steps } from "./Steps";
import { Unreached, unreachedTitle } from "./Unreached";

interface Props {
  id: string;
  offer: Schemas["ConnectOutput"];
  build: boolean;
  /** The client whose steps are shown. */
  chosen: string;
  onChoose(client: string): void;
}

/** The address, what it answers, who can reach it, and the steps for each client. */
export function Offered({
  id,
  offer: { url, signedInUrl, pageUrl, live, signIn, name, clients },
  build,
  chosen,
  onChoose,
}: Props) {
  const reach = reachOf(url);
  const current = clients.some((client) => client.id === chosen) ? chosen : (clients[0]?.id ?? "");
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_17rem] items-start">
      <div className="grid gap-5 min-w-0">
        {!live && (
          <Notice
            tone="warn"
            action={
              build && (
                <Link to="/apps/$id/releases" params={{ id }} className={buttonClass("plain", "small")}>
                  See the releases
                </Link>
              )
            }
          >
            {name} is not live: until a release is served, the address answers “not found”.
          </Notice>
        )}
        <Card className="grid gap-3">
          <h2 className="font-semibold">Address</h2>
          <div className="flex items-center gap-2 rounded-control bg-sunken pl-3 pr-1.5 py-1.5">
            <code className="min-w-0 flex-1 break-all text-sm">{url}</code>
            <CopyButton word look="primary" text={url} what="the address" />
          </div>
          {signIn === "key" && (
            <p className="text-sm text-muted">
              It needs to know who you are. Clients ask you to sign in on a page of this server; programs send an API
              key of yours in place of <code>YOUR_API_KEY</code>.{" "}
              <Link to="/settings/keys" search={{ open: "new" } as never} className="link">
                Make a key
              </Link>
            </p>
          )}
          {signedInUrl && (
            <>
              <p className="text-sm text-muted">
                Some of what it does needs to know who you are. Clients that ask at once or never, such as Claude, take
                this address instead:
              </p>
              <div className="flex items-center gap-2 rounded-control bg-sunken pl-3 pr-1.5 py-1.5">
                <code className="min-w-0 flex-1 break-all text-sm">{signedInUrl}</code>
                <CopyButton word text={signedInUrl} what="the address that always asks" />
              </div>
            </>
          )}
          {live && <Answers url={url} />}
        </Card>
        <section aria-label="Steps" className="min-w-0">
          <Tabs
            label="Clients"
            value={current}
            onChange={onChoose}
            tabs={clients.map((client) => ({
              value: client.id,
              label: client.name,
              panel: (
                <Steps
                  client={client}
                  warning={
                    callsFromOutside(client.id) && reach !== "internet"
                      ? `${client.name} calls from the internet and cannot reach this address yet. See “${unreachedTitle(reach)}” for how to go on.`
                      : ""
                  }
                />
              ),
            }))}
          />
        </section>
        {reach !== "internet" && <Unreached url={url} reach={reach} />}
      </div>
      <Card>
        <figure className="grid justify-items-center gap-3">
          <QRCode text={pageUrl} label={`QR code of ${pageUrl}`} className="size-40 rounded-control" />
          <figcaption className="text-sm text-center grid gap-1 justify-items-center">
            <span className="text-muted">The same steps for people you share the app with. They need not sign in.</span>
            <a href={pageUrl} target="_blank" rel="noreferrer" className="link target inline-flex items-center gap-1.5">
              Open the shared page
              <ExternalLink size={14} aria-hidden="true" />
            </a>
          </figcaption>
        </figure>
      </Card>
    </div>
  );
}
