import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { secretsQuery } from "~/api/secrets";
import { SetSecret } from "~/secret/SetSecret";
import { Button, Notice } from "~/ui";
import { hostOf, mayGo, namesIn, type FoundSecret, type Request } from "./curl";

interface Props {
  app: string;
  request: Request;
  /** Keys that stood in a curl line and are nowhere yet. */
  found: readonly FoundSecret[];
  onDone(name: string): void;
  /** It is no secret: it goes into the request as it is. */
  onPlain(secret: FoundSecret): void;
}

/** The secrets that a request names: those that are missing are asked for, and those that go to another host are pointed out. */
export function Secrets({ app, request, found, onDone, onPlain }: Props) {
  const secrets = useQuery(secretsQuery(app));
  const [asked, setAsked] = useState("");
  const host = hostOf(request.url);
  const names = namesIn(request, "secret");
  const wrong = names.flatMap((name) => {
    const kept = secrets.data?.find((one) => one.name === name);
    const key = found.find((one) => one.name === name && one.value);
    const stranger = kept && host && !mayGo(kept.hosts, request.url);
    return secrets.data && (!kept || stranger || key) ? [{ name, kept, key }] : [];
  });
  const open = wrong.find(({ name }) => name === asked);
  if (!names.length) return null;
  return (
    <div className="grid grid-cols-1 gap-2">
      {wrong.map(({ name, kept, key }) => (
        <Notice
          key={name}
          tone="warn"
          action={
            <span className="flex flex-wrap gap-1">
              <Button
                size="small"
                aria-label={`${key ? "Keep" : "Set"} ${name} as a secret`}
                onClick={() => setAsked(name)}
              >
                {kept && !key ? "Change its hosts" : key ? "Keep it as a secret" : "Set it"}
              </Button>
              {key && (
                <Button size="small" look="quiet" onClick={() => onPlain(key)}>
                  It is no secret
                </Button>
              )}
            </span>
          }
        >
          {key ? (
            <>
              There was a key in {key.where}. It was taken out; the request says{" "}
              <code className="break-all">{`{{secret.${name}}}`}</code>.
            </>
          ) : kept ? (
            <>
              <code className="break-all">{name}</code> may go to {kept.hosts.join(", ")} alone, not to {host}: nothing
              would be sent.
            </>
          ) : (
            <>
              <code className="break-all">{name}</code> is not set yet: nothing is sent without it.
            </>
          )}
        </Notice>
      ))}
      {!wrong.length && secrets.data && (
        <p className="text-sm text-muted">
          Sent along: {names.join(", ")}.{" "}
          <Link to="/apps/$id/secrets" params={{ id: app }} className="link">
            See the secrets
          </Link>
        </p>
      )}
      {open && (
        <SetSecret
          app={app}
          named
          replaced={open.key ? undefined : open.kept}
          begin={{
            name: open.name,
            value: open.key?.value ?? "",
            hosts: [...new Set([...(open.kept?.hosts ?? []), host])].filter(Boolean),
          }}
          onClose={() => {
            setAsked("");
            void secrets.refetch();
          }}
          onSet={() => onDone(open.name)}
        />
      )}
    </div>
  );
}
