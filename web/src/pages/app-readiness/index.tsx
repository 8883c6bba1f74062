import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { listingQuery, useApp } from "~/api/apps";
import { api, take } from "~/api/client";
import { useMay, useMe } from "~/api/me";
import { useAddress } from "~/shell/address";
import { useCommands } from "~/shell/palette/commands";
import { useTitle } from "~/shell/title";
import { buttonClass, ErrorState, Loading, PageHeader, Segmented, Skeleton } from "~/ui";
import { Checklist } from "./Checklist";
import { asked, directories } from "./items";
import { Listing } from "./Listing";
import { Standing } from "./Standing";

export default function Readiness() {
  const { id } = useParams({ from: "/inside/apps/$id/readiness" });
  const { data: app } = useApp(id);
  useTitle(`Readiness of ${app.name}`);
  const { build } = useMay();
  const workspace = useMe().workspace?.id ?? "";
  const [wish, setWish] = useAddress("for");
  const of = directories.find(({ value }) => value === wish)?.value ?? "";
  const readiness = useQuery({
    queryKey: ["readiness", id, app.updatedAt, app.liveVersion],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/readiness", { params: { path: { id } }, signal })),
    placeholderData: (before) => before,
  });
  const listing = useQuery(listingQuery(id));
  const file = `/api/v1/apps/${encodeURIComponent(id)}/submission?workspace=${encodeURIComponent(workspace)}`;
  useCommands([
    {
      id: "submission",
      title: "Download the submission file",
      section: "This page",
      keywords: "export directory json",
      run: () => location.assign(file),
    },
  ]);
  return (
    <>
      <PageHeader
        title="Readiness"
        actions={
          <a href={file} download className={buttonClass("plain")}>
            <Download size={16} aria-hidden="true" />
            Submission file
          </a>
        }
      >
        What the directories of ChatGPT and Claude ask before a person looks at an app, as far as a program can tell.
        Whoever runs this server finds its part in{" "}
        <a className="link" href="/docs/operating">
          the guide on operating
        </a>
        .
      </PageHeader>
      {readiness.isPending ? (
        <Loading what="Loading the checklist">
          <div className="grid gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-96" />
          </div>
        </Loading>
      ) : readiness.isError ? (
        <ErrorState failure={readiness.error} onRetry={() => void readiness.refetch()} />
      ) : (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] items-start">
          <div className="grid gap-5 min-w-0">
            <Standing items={readiness.data.items} />
            <Segmented
              label="Directory"
              hideLabel
              value={of}
              onChange={setWish}
              options={[{ value: "", label: "Both" }, ...directories]}
            />
            <Checklist id={id} items={asked(readiness.data.items, of)} build={build} />
          </div>
          <div className="lg:sticky lg:top-20">
            {listing.isPending ? (
              <Loading what="Loading the listing">
                <Skeleton className="h-96" />
              </Loading>
            ) : listing.isError ? (
              <ErrorState failure={listing.error} onRetry={() => void listing.refetch()} />
            ) : (
              <Listing id={id} listing={listing.data} build={build} />
            )}
          </div>
        </div>
      )}
    </>
  );
}
