import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowRight, CircleAlert, CircleCheck } from "lucide-react";
import { useApp, type App } from "~/api/apps";
import { asSentence, sentence, type FieldProblem } from "~/api/problem";
import { tableOf, toolsOf } from "~/api/tools";
import { Button, buttonClass, CopyButton, Dialog, Notice, Spinner } from "~/ui";
import { reveal } from "../parts/reveal";
import { Asks } from "./Asks";
import { nameOf, pageOf } from "./places";
import type { Probe } from "./probe";
import type { Settled } from "./usePublish";

interface Props {
  state: Settled;
  onAgain(): void;
  onClose(): void;
}

/** What came of publishing: what is to fix, or where the app lives now. */
export function PublishDialog({ state, onAgain, onClose }: Props) {
  switch (state.is) {
    case "refused":
      return <Refused problems={state.problems} onClose={onClose} />;
    case "live":
      return <Live state={state} onClose={onClose} />;
    case "same":
      return (
        <Dialog
          open
          onClose={onClose}
          title="Nothing has changed"
          description={`Version ${state.version} is live, and the draft is the same. No new version was made.`}
          actions={<Button onClick={onClose}>Close</Button>}
        />
      );
    default:
      return (
        <Dialog
          open
          onClose={onClose}
          title="Not published"
          actions={
            <>
              <Button onClick={onClose}>Close</Button>
              <Button look="primary" onClick={onAgain}>
                Try again
              </Button>
            </>
          }
        >
          <Notice tone="bad">
            {state.is === "unsaved"
              ? "The draft could not be saved first. What was served is served still."
              : `${sentence(state.failure)} What was served is served still.`}
          </Notice>
        </Dialog>
      );
  }
}

function Refused({ problems, onClose }: { problems: readonly FieldProblem[]; onClose(): void }) {
  const { id } = useParams({ from: "/inside/apps/$id" });
  const { data: app } = useApp(id);
  const tools = toolsOf(app).map(({ name }) => name);
  const navigate = useNavigate();
  const show = ({ location, message }: FieldProblem) => {
    onClose();
    const page = pageOf(location, message);
    if (page) return void navigate({ to: page.to, params: { id }, search: page.search as never });
    // After the dialog has given the focus back.
    setTimeout(() => reveal(location.replace(/^body\./, "")), 50);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={problems.length === 1 ? "One thing to fix first" : `${problems.length} things to fix first`}
      description="Choose one to go there."
    >
      <ul className="grid gap-1 -mx-2 max-h-[60dvh] overflow-y-auto">
        {problems.map(({ location, message }) => (
          <li key={location + message}>
            <button
              type="button"
              className="target w-full text-left rounded-control px-2 py-2 hover:bg-hover flex gap-2.5 items-start"
              onClick={() => show({ location, message })}
            >
              <CircleAlert size={17} className="text-bad shrink-0 mt-0.5" aria-hidden="true" />
              <span className="min-w-0 flex-1 text-sm wrap-anywhere">
                <strong className="font-medium">{nameOf(location, tools)}</strong>{" "}
                <span className="text-muted">{message.startsWith("#") ? asSentence(message) : message}</span>
              </span>
              <ArrowRight size={15} className="text-muted shrink-0 mt-1" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Live({
  state: { app, ms, probe, movedFrom },
  onClose,
}: {
  state: Extract<Settled, { is: "live" }>;
  onClose(): void;
}) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={
        <span className="flex items-center gap-2">
          <CircleCheck size={22} className="text-good" aria-hidden="true" />
          {app.name} is live
        </span>
      }
      description={
        <>
          Version {app.liveVersion}, published in {Math.max(1, Math.round(ms))} ms.
        </>
      }
      actions={
        <>
          {app.uiUrl && (
            <a href={app.uiUrl} target="_blank" rel="noreferrer" className={buttonClass("plain")}>
              See the widget
            </a>
          )}
          <Link to="/apps/$id/connect" params={{ id: app.id }} className={buttonClass("primary")}>
            Connect it
          </Link>
        </>
      }
    >
      <div className="rounded-control border border-line bg-sunken flex items-center gap-2 pl-3 pr-1 py-1 min-w-0">
        <code className="flex-1 min-w-0 break-all text-sm" data-live-url>
          {app.mcpUrl}
        </code>
        <CopyButton text={app.mcpUrl ?? ""} what="the address" word />
      </div>
      {movedFrom && (
        <Notice tone="warn">
          It has moved: <code className="break-all">{movedFrom}</code> answers “not found” now. Clients that were
          connected there have to be connected again.
        </Notice>
      )}
      {app.exampleData && (
        <Notice tone="warn">
          What it shows is example data, which was invented. <OwnData app={app} />
        </Notice>
      )}
      {probe !== undefined && <Probed probe={probe} />}
      <Asks app={app} />
    </Dialog>
  );
}

/** Where data of one's own go: rows where tools read tables, else the data of the draft. */
function OwnData({ app }: { app: App }) {
  const rows = toolsOf(app).some(({ handler }) => tableOf(handler));
  const text = "Put your own in its place";
  return rows ? (
    <Link to="/apps/$id/data" params={{ id: app.id }} className="underline">
      {text}
    </Link>
  ) : (
    `${text}.`
  );
}

function Probed({ probe }: { probe: Probe | null }) {
  const line = "flex gap-2 text-sm items-start min-h-6";
  if (!probe)
    return (
      <p className={`${line} text-muted`} role="status">
        <span className="mt-0.5">
          <Spinner />
        </span>
        Calling it as a client does…
      </p>
    );
  const how = probe.direct ? "called through its public address" : "called along the path of public calls";
  if (!probe.ok)
    return (
      <p className={`${line} text-bad`} role="status" data-probe="failed">
        <CircleAlert size={17} className="shrink-0 mt-0.5" aria-hidden="true" />
        <span>
          It was {how} and did not answer as it should. {probe.message}
        </span>
      </p>
    );
  return (
    <p className={line} role="status" data-probe="ok">
      <CircleCheck size={17} className="text-good shrink-0 mt-0.5" aria-hidden="true" />
      <span className="min-w-0">
        Checked: <code>{probe.tool}</code>, {how}, {probe.asks ? "asked to sign in, as it should, in" : "answered in"}{" "}
        {probe.ms < 10 ? probe.ms.toFixed(1) : Math.round(probe.ms)} ms.
      </span>
    </p>
  );
}
