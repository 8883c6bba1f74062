import { CodeBlock, Tabs } from "~/ui";
import { useAddress } from "~/shell/address";
import { wireOf } from "../call";
import type { Probe } from "./probe";

const json = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
const ms = (n: number) => `${n < 10 ? n.toFixed(1) : Math.round(n)} ms`;
const names = { connect: "Connecting", wait: "Waiting", read: "Reading", shape: "Making the data" } as const;

/** A call in four panes, each to be copied: what was given, what was asked, what came back, what is shown. Secrets are dots. */
export function Panes({ args, probe }: { args: Record<string, unknown>; probe: Probe }) {
  const [pane, setPane] = useAddress("pane", "answer");
  const { request, response, data, steps } = probe;
  const head = [
    `HTTP ${response.status}`,
    ...Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`),
  ].join("\n");
  const tabs = [
    {
      value: "arguments",
      label: "Arguments",
      panel: <CodeBlock limited text={json(args)} what="the arguments" title="What a model sends" />,
    },
    {
      value: "request",
      label: "Request",
      panel: (
        <CodeBlock
          limited
          text={request.body === null ? wireOf(request).replace(/\n\nnull$/, "") : wireOf(request)}
          what="the request"
          title="Secrets are dots"
        />
      ),
    },
    {
      value: "answer",
      label: "Answer",
      panel: (
        <div className="grid grid-cols-1 gap-3">
          <CodeBlock limited text={json(response.body) ?? ""} what="the answer" title="Body" />
          <CodeBlock limited text={head} what="the headers" title="Status and headers" />
        </div>
      ),
    },
    {
      value: "data",
      label: "Data",
      panel:
        data === null ? (
          <p className="text-muted text-sm">None yet.</p>
        ) : (
          <CodeBlock limited text={json(data)} what="the data" title="What the widget shows" />
        ),
    },
  ];
  return (
    <div className="grid grid-cols-1 gap-3">
      <Tabs
        label="The call"
        value={tabs.some(({ value }) => value === pane) ? pane : "answer"}
        onChange={setPane}
        tabs={tabs}
      />
      {steps.length > 0 && (
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
          {steps.map(({ step, durationMs }) => (
            <div key={step} className="flex gap-1.5">
              <dt className="text-muted">{names[step]}</dt>
              <dd>{ms(durationMs)}</dd>
            </div>
          ))}
          <div className="flex gap-1.5">
            <dt className="text-muted">All</dt>
            <dd className="font-medium">{ms(probe.durationMs)}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}
