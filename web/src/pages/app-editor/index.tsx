import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useApp } from "~/api/apps";
import { layoutsQuery } from "~/api/layouts";
import { useMay } from "~/api/me";
import { useTitle } from "~/shell/title";
import { ErrorState, Loading, Skeleton } from "~/ui";
import { Editor } from "./Editor";

/** The draft of one app: its parts, and the widget as it will ship beside them. */
export default function EditorPage() {
  const { id } = useParams({ from: "/inside/apps/$id" });
  const { data: app } = useApp(id);
  const layouts = useQuery(layoutsQuery);
  const { build } = useMay();
  useTitle(`Edit ${app.name}`);
  if (layouts.isPending)
    return (
      <Loading what="Loading the editor">
        <div className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      </Loading>
    );
  if (layouts.isError) return <ErrorState failure={layouts.error} onRetry={() => void layouts.refetch()} />;
  return <Editor id={id} layouts={layouts.data} readOnly={!build || app.origin === "seeded"} />;
}
