import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { isObject } from "~/pages/app-editor/data/schema";
import { Notice, Select, TextField } from "~/ui";
import type { SetupProps } from "../kinds/kind";
import { Body } from "./Body";
import { CurlLine } from "./CurlLine";
import { exampleAddress, methods, secretName, unknownCallers, type FoundSecret, type Request } from "./curl";
import { Drift } from "./Drift";
import { Further } from "./Further";
import { Pairs } from "./Pairs";
import { Secrets } from "./Secrets";

/** What a tool asks another server: read out of a curl line, or filled in. */
export default function Setup({ app, tool, handler, fault, readOnly, onChange, onTool }: SetupProps<"http">) {
  const { request } = handler;
  const [found, setFound] = useState<readonly FoundSecret[]>([]);
  const put = (changes: Partial<Request>) => onChange({ ...handler, request: { ...request, ...changes } });
  const said = (field: string) => fault(`handler.request.${field}`);
  const method = request.method ?? "GET";
  const unknown = unknownCallers(request, app.access, tool);
  const keep = (part: "query" | "headers", name: string) => {
    const value = request[part]?.[name];
    if (typeof value !== "string") return;
    const scheme = /^(Bearer|Token|Basic|ApiKey)\s+(.+)$/i.exec(value);
    const secret = secretName(scheme ? "API_KEY" : name);
    put({ [part]: { ...request[part], [name]: `${scheme ? `${scheme[1]} ` : ""}{{secret.${secret}}}` } });
    setFound([
      ...found.filter((one) => one.name !== secret),
      { name: secret, value: scheme?.[2] ?? value, where: name },
    ]);
  };
  const ask = (name: string) => {
    const value = request.query?.[name];
    const argument = name.replace(/[^A-Za-z0-9_]+/g, "_");
    const example = { ...(isObject(tool.example) ? tool.example : {}), [argument]: value };
    const next = { ...request, query: { ...request.query, [name]: `{{args.${argument}}}` } };
    onTool({ ...tool, example, handler: { ...handler, request: next } });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {!readOnly && (
        <CurlLine
          begun={request.url !== exampleAddress}
          onRead={(read) => {
            setFound(read.secrets);
            const { result: _, ...rest } = handler;
            onTool({ ...tool, handler: { ...rest, request: read.request } });
          }}
        />
      )}
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
        <Select
          label="Method"
          value={method}
          options={methods.map((value) => ({ value, label: value }))}
          error={said("method")}
          onChange={(e) => put({ method: methods.find((one) => one === e.target.value) ?? "GET" })}
        />
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={8000}
          placeholder="https://api.example.com/items"
          value={request.url}
          error={said("url")}
          onChange={(e) => put({ url: e.target.value })}
        />
      </div>
      <p className="text-sm text-muted -mt-2">
        Write <code>{"{{args.city}}"}</code> where something that is asked for goes, <code>{"{{user.email}}"}</code> for
        who asks.
      </p>
      {unknown && (
        <Notice
          tone="warn"
          action={
            <Link to="/apps/$id/access" params={{ id: app.id }} className="link">
              Choose who may use it
            </Link>
          }
        >
          {unknown === "all" ? "Nobody signs in to this app" : "This tool may be called without signing in"}: what the
          request says of who asks is left out then, and the answer may be everybody’s.
        </Notice>
      )}
      <Secrets
        app={app.id}
        request={request}
        found={found}
        onDone={(name) => setFound(found.filter((one) => one.name !== name))}
        onPlain={(secret) => {
          put(
            JSON.parse(
              JSON.stringify(request).replaceAll(
                `{{secret.${secret.name}}}`,
                JSON.stringify(secret.value).slice(1, -1),
              ),
            ) as Request,
          );
          setFound(found.filter((one) => one !== secret));
        }}
      />
      <Pairs
        label="Query"
        one="query field"
        value={request.query ?? {}}
        error={said("query")}
        onChange={(query) => put({ query })}
        onAsk={ask}
        onSecret={(name) => keep("query", name)}
      />
      <Pairs
        label="Headers"
        one="header"
        value={request.headers ?? {}}
        error={said("headers")}
        onChange={(headers) => put({ headers })}
        onSecret={(name) => keep("headers", name)}
      />
      {method !== "GET" && method !== "HEAD" && (
        <Body value={request.body} error={said("body")} onChange={(body) => put({ body })} />
      )}
      <Further handler={handler} fault={fault} onChange={onChange} />
      <Drift app={app} tool={tool.name} readOnly={readOnly} />
    </div>
  );
}
