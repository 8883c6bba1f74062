import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useApp } from "~/api/apps";
import { useMay } from "~/api/me";
import { tablesQuery } from "~/api/tables";
import { useTitle } from "~/shell/title";
import { ErrorState, Notice, PageHeader } from "~/ui";
import { OwnRows } from "./OwnRows";
import { Who } from "./Who";

/** Who may use an app, and whose rows they see. */
export default function AccessPage() {
  const { id } = useParams({ from: "/inside/apps/$id/access" });
  const app = useApp(id);
  useTitle(`Access to ${app.data.name}`);
  const { build } = useMay();
  const readOnly = !build || app.data.origin === "seeded";
  const tables = useQuery(tablesQuery(id));
  return (
    <div className="max-w-3xl">
      <PageHeader title="Access">Who may use this app. It takes effect with the next publish.</PageHeader>
      <div className="grid grid-cols-1 gap-6">
        {readOnly && (
          <Notice>
            {app.data.origin === "seeded"
              ? `${app.data.name} ships with Berth and cannot be changed.`
              : "You may look at this. Editors and owners of the workspace can change it."}
          </Notice>
        )}
        <Who app={app} readOnly={readOnly} />
        {tables.isError ? (
          <ErrorState failure={tables.error} onRetry={() => void tables.refetch()} />
        ) : (
          <OwnRows id={id} access={app.data.access} tables={tables.data ?? []} />
        )}
      </div>
    </div>
  );
}
