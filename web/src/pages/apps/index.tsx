import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Anchor } from "lucide-react";
import { standing } from "~/api/apps";
import { api, take } from "~/api/client";
import { useTitle } from "~/shell/title";
import { Badge, Card, EmptyState, ErrorState, Loading, PageHeader, Skeleton } from "~/ui";

export default function Apps() {
  useTitle("Apps");
  const apps = useQuery({ queryKey: ["apps"], queryFn: ({ signal }) => take(api.GET("/apps", { signal })) });
  return (
    <>
      <PageHeader title="Apps" />
      {apps.isPending ? <Loading what="Loading the apps"><Skeleton className="h-40" /></Loading>
        : apps.isError ? <ErrorState failure={apps.error} onRetry={() => void apps.refetch()} />
        : apps.data.items.length === 0 ? <EmptyState icon={<Anchor size={32} />} title="No apps yet">Apps of this workspace appear here.</EmptyState>
        : (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {apps.data.items.map((app) => {
              const { label, tone } = standing(app);
              return (
                <li key={app.id}>
                  <Card className="grid gap-1">
                    <Link to="/apps/$id" params={{ id: app.id }} className="font-semibold text-text">{app.name}</Link>
                    <div><Badge tone={tone} dot>{label}</Badge></div>
                  </Card>
                </li>
              );
            })}
          </ul>
        )}
    </>
  );
}
