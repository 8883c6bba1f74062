import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, PlayCircle } from "lucide-react";
import type { App } from "~/api/apps";
import type { Schemas } from "~/api/client";
import { ApiProblem, asSentence, sentence } from "~/api/problem";
import { useAddress } from "~/shell/address";
import { buttonClass, Card, CodeBlock, CopyButton, EmptyState, Loading, Notice, Skeleton, Tabs } from "~/ui";
import { curlOf, manyTokens, outcomeOf, textOf, tokensOf, wireOf, type Exchange } from "./call";
import { Upstream } from "./upstream/Upstream";
import { Widget } from "./Widget";

interface Props {
  app: App;
  tool: Schemas["Tool"];
  release: "draft" | "live";
  /** Clients of the app send a person's API key. */
  privately: boolean;
  args: Record<string, unknown>;
  exchange: Exchange | undefined;
  failure: unknown;
  pending: boolean;
  /** The tool asks an API: what it asked can be looked at. */
  asks: boolean;
  build: boolean;
}

/** What a call brought: its figures, the widget, the model's part, and the exchange as it went over the wire. */
export function Outcome({ app, tool, release, privately, args, exchange, failure, pending, asks, build }: Props) {
  const [tab, setTab] = useAddress("show", "widget");
  if (failure) return <Refused app={app} failure={failure} />;
  if (!exchange) {
    if (pending)
      return (
        <Loading what="Calling">
          <Skeleton className="h-80" />
        </Loading>
      );
    return (
      <Card>
        <EmptyState icon={<PlayCircle size={28} />} title="Nothing called yet">
          Press Call. The widget, the text for the model and the exact exchange show up here, with milliseconds, bytes
          and tokens.
        </EmptyState>
      </Card>
    );
  }
  const { result, error } = outcomeOf(exchange.response);
  const tokens = result ? tokensOf(result) : 0;
  const failed = Boolean(error) || result?.isError === true;
  const Icon = failed ? CircleAlert : CircleCheck;
  const panels = [
    {
      value: "widget",
      label: "Widget",
      panel:
        result && !result.isError && tool.layout ? (
          <Widget app={app} tool={tool} release={release} args={args} result={result} />
        ) : (
          <div className="grid gap-3">
            <p className="text-muted">
              {failed ? "A call that fails shows no widget." : "This tool has no widget: clients show its text."}
            </p>
            {!failed && result && <p className="whitespace-pre-line wrap-anywhere">{textOf(result)}</p>}
          </div>
        ),
    },
    {
      value: "model",
      label: "For the model",
      panel: (
        <div className="grid gap-3">
          {result && <CodeBlock limited text={textOf(result)} what="the text" title="Text" />}
          {result?.structuredContent !== undefined && (
            <CodeBlock
              limited
              text={JSON.stringify(result.structuredContent, null, 2)}
              what="the data"
              title="structuredContent"
            />
          )}
          {!result && <p className="text-muted">Nothing: the call was refused.</p>}
        </div>
      ),
    },
    {
      value: "response",
      label: "Response",
      panel: (
        <CodeBlock
          limited
          text={JSON.stringify(exchange.response, null, 2)}
          what="the response"
          title="JSON-RPC response"
        />
      ),
    },
    {
      value: "request",
      label: "Request",
      panel: <Request exchange={exchange} release={release} privately={privately} />,
    },
    ...(asks
      ? [{ value: "api", label: "API", panel: <Upstream app={app} tool={tool.name} args={args} build={build} /> }]
      : []),
  ];
  return (
    <section
      aria-label="Result"
      aria-busy={pending}
      className={`grid gap-4 min-w-0 transition-opacity ${pending ? "opacity-60" : ""}`}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2" role="status">
        <span className={`inline-flex items-center gap-2 font-semibold ${failed ? "text-bad" : "text-good"}`}>
          <Icon size={18} aria-hidden="true" />
          {error ? "Refused" : result?.isError ? "The tool reports an error" : "Answered"}
        </span>
        <Figure
          name="Time"
          value={`${exchange.durationMs < 10 ? exchange.durationMs.toFixed(2) : Math.round(exchange.durationMs)} ms`}
        />
        <Figure name="Size" value={`${exchange.bytes.toLocaleString("en")} bytes`} />
        <Figure name="For the model" value={`about ${tokens.toLocaleString("en")} tokens`} />
      </div>
      {tokens > manyTokens && (
        <Notice tone="warn">
          About {tokens.toLocaleString("en")} tokens go into the conversation with every call. Above{" "}
          {manyTokens.toLocaleString("en")}, models forget what was said before: show fewer entries, or shorter texts.
        </Notice>
      )}
      {failed && (
        <Notice tone="bad">
          <span className="whitespace-pre-line wrap-anywhere">{error ?? (result && textOf(result)) ?? ""}</span>
        </Notice>
      )}
      <Tabs
        label="Result"
        value={panels.some(({ value }) => value === tab) ? tab : "widget"}
        onChange={setTab}
        tabs={panels}
      />
    </section>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <span className="text-sm tabular-nums">
    <span className="text-muted">{name}</span> {value}
  </span>
);

function Request({
  exchange,
  release,
  privately,
}: {
  exchange: Exchange;
  release: "draft" | "live";
  privately: boolean;
}) {
  const curl = curlOf(exchange.request, privately);
  return (
    <div className="grid gap-3">
      <CodeBlock limited text={wireOf(exchange.request)} what="the request" title="HTTP" />
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton word="Copy as curl" text={curl} what="as curl" />
        {release === "draft" && (
          <span className="text-sm text-muted">
            The draft has no address of its own: the command calls what is live there.
          </span>
        )}
        {privately && <span className="text-sm text-muted">Put an API key of yours in place of YOUR_API_KEY.</span>}
      </div>
    </div>
  );
}

function Refused({ app, failure }: { app: App; failure: unknown }) {
  const problems = failure instanceof ApiProblem ? failure.fields : [];
  return (
    <Card className="grid gap-3">
      <Notice tone="bad">{sentence(failure)}</Notice>
      {problems.length > 0 && (
        <>
          <ul className="grid gap-1.5 text-sm">
            {problems.map(({ location, message }) => (
              <li key={location + message} className="wrap-anywhere">
                <code>{location.replace(/^body\./, "")}</code> <span className="text-muted">{asSentence(message)}</span>
              </li>
            ))}
          </ul>
          <div>
            <Link to="/apps/$id" params={{ id: app.id }} className={buttonClass("plain", "small")}>
              Open the editor
            </Link>
          </div>
        </>
      )}
    </Card>
  );
}
