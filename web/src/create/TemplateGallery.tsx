import { useQuery } from "@tanstack/react-query";
import { slugQuery } from "~/api/apps";
import { templatesQuery } from "~/api/layouts";
import { sentence } from "~/api/problem";
import { toast } from "~/ui/toasts";
import { Button, ErrorState, Loading, Skeleton } from "~/ui";
import { draftOf } from "./draft";
import { Picture } from "./Picture";
import { useCreate } from "./useCreate";

/** What to start from, with tables and examples, each one click away from being one's own: the apps that ship inside, and others. */
export function TemplateGallery() {
  const templates = useQuery(templatesQuery);
  const create = useCreate();
  if (templates.isPending)
    return (
      <Loading what="Loading the templates">
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} className="h-64" />
          ))}
        </div>
      </Loading>
    );
  if (templates.isError) return <ErrorState failure={templates.error} onRetry={() => void templates.refetch()} />;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {templates.data.map((template) => (
        <li
          key={template.slug}
          className="rounded-card border border-line bg-surface shadow-low overflow-hidden grid grid-cols-[6.5rem_minmax(0,1fr)] sm:grid-cols-1 sm:grid-rows-[auto_1fr]"
        >
          <Picture src={template.preview} beside />
          <div className="p-3.5 sm:p-4 grid gap-1.5 grid-rows-[auto_1fr_auto]">
            <h3 className="font-semibold">{template.name}</h3>
            <p className="text-sm text-muted">{template.description}</p>
            <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
              <Button
                size="small"
                aria-label={`Use ${template.name} as template`}
                busy={create.isPending && create.variables.name === template.name}
                onClick={() =>
                  create.mutate(draftOf({ ...template, mcpSlug: null }), {
                    onError: (failure) =>
                      toast({ tone: "bad", title: "The app was not made", text: sentence(failure) }),
                  })
                }
              >
                Use as template
              </Button>
              {template.shipped && <Live slug={template.slug} name={template.name} />}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the app that ships with a template. */
function Live({ slug, name }: { slug: string; name: string }) {
  const at = useQuery(slugQuery(slug));
  return (
    <a
      href={at.data?.mcpUrl ?? undefined}
      target="_blank"
      rel="noreferrer"
      aria-label={`See ${name} live, in a new tab`}
      className="link text-sm target inline-flex items-center"
    >
      See it live
    </a>
  );
}
