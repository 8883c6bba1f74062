import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { attemptsQuery, type AppPerson, type Attempt } from "~/api/people";
import { Badge, DataTable, EmptyState, ErrorState, IconButton, Loading, Skeleton, Time, type Column } from "~/ui";

const steps: Record<Attempt["step"] | "asked", string> = {
  authorize: "Asks to connect",
  asked: "Asks for consent",
  consent: "The person’s answer",
  token: "Gets its token",
  refresh: "Renews its token",
};

const outcomes: Record<Attempt["outcome"], { tone: "good" | "warn" | "bad" | "neutral"; label: string }> = {
  ok: { tone: "good", label: "Done" },
  waiting: { tone: "neutral", label: "Waits for the person" },
  denied: { tone: "warn", label: "Denied" },
  failed: { tone: "bad", label: "Failed" },
};

/** A client as people know it: the host of its document, the name that it registered with, or its id. */
const nameOf = ({ client, clientName }: Attempt) =>
  (/^https?:/.test(client) ? URL.parse(client)?.host : clientName) || client || "unknown";

const columnsFor = (people: readonly AppPerson[]): Column<Attempt>[] => [
  {
    key: "step",
    title: "Step",
    cell: ({ step, outcome, at }) => (
      <span className="grid">
        <span className="font-medium">{steps[step === "consent" && outcome === "waiting" ? "asked" : step]}</span>
        <span className="text-muted">
          <Time at={at} />
        </span>
      </span>
    ),
  },
  {
    key: "who",
    title: "Client and person",
    cell: (attempt) => (
      <span className="grid">
        <span title={attempt.client}>{nameOf(attempt)}</span>
        <span className="text-muted">
          {people.find(({ id }) => id === attempt.person)?.email || attempt.person || "nobody signed in yet"}
        </span>
      </span>
    ),
  },
  {
    key: "outcome",
    title: "Outcome",
    cell: ({ outcome, reason }) => (
      <span className="grid gap-1 justify-items-start">
        <Badge tone={outcomes[outcome].tone} dot>
          {outcomes[outcome].label}
        </Badge>
        {reason && <span className="text-muted">{reason}</span>}
      </span>
    ),
  },
];

/** The last steps of clients that wanted to use the app for somebody: why a connection fails. */
export function Attempts({ app, people }: { app: string; people: readonly AppPerson[] }) {
  const attempts = useQuery(attemptsQuery(app));
  return (
    <section aria-labelledby="attempts" className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-2">
        <h2 id="attempts" className="font-semibold flex-1">
          Authorizations
        </h2>
        <IconButton
          label="Look again"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          onClick={() => void attempts.refetch()}
        />
      </div>
      {attempts.isPending ? (
        <Loading what="Loading the attempts">
          <Skeleton className="h-32" />
        </Loading>
      ) : attempts.isError ? (
        <ErrorState failure={attempts.error} onRetry={() => void attempts.refetch()} />
      ) : attempts.data.items.length === 0 ? (
        <EmptyState title="No client has asked yet">
          Each step of a client that connects stands here: what failed, what was expected, and what to change.
        </EmptyState>
      ) : (
        <DataTable
          label="Authorizations"
          columns={columnsFor(people)}
          rows={attempts.data.items}
          id={(a) => `${a.at} ${a.client} ${a.step}`}
        />
      )}
    </section>
  );
}
