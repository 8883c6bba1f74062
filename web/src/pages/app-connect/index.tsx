import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Cable } from "lucide-react";
import { connectQuery, useApp } from "~/api/apps";
import { useMay } from "~/api/me";
import { isProblem } from "~/api/problem";
import { useAddress } from "~/shell/address";
import { useCommands } from "~/shell/palette/commands";
import { useTitle } from "~/shell/title";
import { buttonClass, EmptyState, ErrorState, Loading, PageHeader, Skeleton } from "~/ui";
import { Offered } from "./Offered";

export default function Connect() {
  const { id } = useParams({ from: "/inside/apps/$id/connect" });
  const { data: app } = useApp(id);
  useTitle(`Connect ${app.name}`);
  const { build } = useMay();
  const [chosen, setChosen] = useAddress("client", "chatgpt");
  const offer = useQuery(connectQuery(app));
  const clients = offer.data?.clients ?? [];
  useCommands([
    ...clients.map(({ id: client, name }) => ({
      id: `connect-${client}`,
      title: `Connect ${name}`,
      section: "This page",
      run: () => setChosen(client),
    })),
    ...(offer.data
      ? [
          {
            id: "copy-address",
            title: "Copy the app’s address",
            section: "This page",
            keywords: "url mcp endpoint",
            run: () => void navigator.clipboard.writeText(offer.data.url),
          },
        ]
      : []),
  ]);
  return (
    <div className="max-w-6xl">
      <PageHeader title="Connect">
        One address for all clients. Copy it, or follow the steps of the one that you use.{" "}
        <a className="link" href="/docs/connecting">
          The guide
        </a>{" "}
        says what to do when it does not work.
      </PageHeader>
      {offer.isPending ? (
        <Loading what="Loading the steps">
          <div className="grid gap-4">
            <Skeleton className="h-44" />
            <Skeleton className="h-64" />
          </div>
        </Loading>
      ) : isProblem(offer.error, "CONFLICT") ? (
        <EmptyState
          icon={<Cable size={28} />}
          title="There is no address yet"
          actions={
            build && (
              <Link to="/apps/$id" params={{ id }} className={buttonClass("primary")}>
                Open the editor
              </Link>
            )
          }
        >
          Publish the app, and it gets one address for every client: ChatGPT, Claude, Cursor, VS Code and your own code.
        </EmptyState>
      ) : offer.isError ? (
        <ErrorState failure={offer.error} onRetry={() => void offer.refetch()} />
      ) : (
        <Offered id={id} offer={offer.data} build={build} chosen={chosen} onChoose={setChosen} />
      )}
    </div>
  );
}
