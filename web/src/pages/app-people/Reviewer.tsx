import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserRoundCheck } from "lucide-react";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useOnce } from "~/api/once";
import { reviewerQuery } from "~/api/people";
import { isProblem, sentence } from "~/api/problem";
import { ShownOnce } from "~/secret/ShownOnce";
import { Badge, Button, ConfirmDialog, ErrorState, Loading, Notice, Skeleton, Time, toast } from "~/ui";

/** An account with a password for those who review the app for a directory. */
export function Reviewer({ app, live }: { app: string; live: boolean }) {
  const client = useQueryClient();
  const account = useQuery(reviewerQuery(app));
  const [asking, setAsking] = useState<"another" | "end" | null>(null);
  const path = { id: app };
  const changed = () =>
    Promise.all(["reviewer", "people"].map((what) => client.invalidateQueries({ queryKey: ["app", app, what] })));
  const make = useOnce({
    mutationFn: () => take(api.POST("/apps/{id}/reviewer", { params: { path } })),
    onSuccess: () => void changed(),
  });
  return (
    <section aria-labelledby="reviewer" className="grid grid-cols-1 gap-3">
      <h2 id="reviewer" className="font-semibold">
        Reviewer’s account
      </h2>
      <p className="text-sm text-muted">
        ChatGPT’s and Claude’s directories ask for an e-mail address and a password to try your app with. This account
        can use this app alone, whoever else you let in, and ends after 90 days.
      </p>
      {account.isPending ? (
        <Loading what="Loading the account">
          <Skeleton className="h-16" />
        </Loading>
      ) : account.isError ? (
        <ErrorState failure={account.error} onRetry={() => void account.refetch()} />
      ) : account.data.email && account.data.expiresAt ? (
        <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface shadow-low px-4 py-3 text-sm">
          <span className="grid gap-1 min-w-0 flex-1 basis-60 justify-items-start">
            <span className="font-medium break-all">{account.data.email}</span>
            <span className="flex flex-wrap items-center gap-2 text-muted">
              <Badge tone="info">Reviewer</Badge>
              <span>
                ends <Time at={account.data.expiresAt} />
              </span>
            </span>
          </span>
          <span className="flex flex-wrap gap-2">
            {live && (
              <Button size="small" busy={make.isPending} onClick={() => setAsking("another")}>
                Make another
              </Button>
            )}
            <Button size="small" look="quiet" onClick={() => setAsking("end")}>
              End it
            </Button>
          </span>
        </div>
      ) : live ? (
        <div>
          <Button
            icon={<UserRoundCheck size={16} aria-hidden="true" />}
            busy={make.isPending}
            onClick={() => make.mutate()}
          >
            Make the account
          </Button>
        </div>
      ) : (
        <Notice>Publish the app first, with sign-in.</Notice>
      )}
      {make.isError && !asking && <Notice tone="bad">{sentence(make.error)}</Notice>}
      {make.data && (
        <ShownOnce
          title="The reviewer’s account"
          lines={[
            { label: "E-mail address", text: make.data.email, what: "the address" },
            { label: "Password", text: make.data.password, what: "the password" },
          ]}
          onClose={make.reset}
        />
      )}
      {asking === "another" && (
        <ConfirmDialog
          title="Make another account?"
          verb="Make another"
          onClose={() => setAsking(null)}
          onConfirm={() => make.mutateAsync()}
        >
          <p>
            The present one ends at once, with its connections and its rows: whoever was given it can no longer sign in.
          </p>
        </ConfirmDialog>
      )}
      {asking === "end" && (
        <ConfirmDialog
          title="End the reviewer’s account?"
          verb="End it"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            await take(api.DELETE("/apps/{id}/reviewer", { params: { path } })).catch((failure: unknown) => {
              if (!isProblem(failure, "NOT_FOUND")) throw failure; // somebody else was quicker
            });
            void changed();
            toast({ title: "The reviewer’s account has ended" });
          }}
        >
          <p>Its connections and its rows end with it. Reviewers who were given it can no longer sign in.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
