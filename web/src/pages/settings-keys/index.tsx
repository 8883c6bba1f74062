import { useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useMay, useMe } from "~/api/me";
import { keysQuery } from "~/api/members";
import { useAddress } from "~/shell/address";
import { useCommands } from "~/shell/palette/commands";
import { useTitle } from "~/shell/title";
import { Button, EmptyState, ErrorState, Loading, PageHeader, Skeleton } from "~/ui";
import { KeyTable } from "./KeyTable";
import { NewKey } from "./NewKey";

export default function Keys() {
  useTitle("API keys");
  const { manage } = useMay();
  const { workspace } = useMe();
  const [open, setOpen] = useAddress("open");
  const id = workspace?.id ?? "";
  const keys = useInfiniteQuery({ ...keysQuery(id), enabled: id !== "" });
  const found = keys.data?.pages.flatMap(({ items }) => items) ?? [];
  const make = (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setOpen("new")}>
      New key
    </Button>
  );
  useCommands([
    { id: "new-key", title: "Make an API key", section: "This page", keywords: "new token", run: () => setOpen("new") },
  ]);
  return (
    <>
      <PageHeader title="API keys" actions={found.length > 0 && make}>
        For scripts, CI and private apps. A key acts as the person who made it, in this workspace only.{" "}
        {manage ? "You see the keys of all members." : "You see your own."}
      </PageHeader>
      {keys.isPending ? (
        <Loading what="Loading the keys">
          <Skeleton className="h-40" />
        </Loading>
      ) : keys.isError ? (
        <ErrorState failure={keys.error} onRetry={() => void keys.refetch()} />
      ) : found.length === 0 ? (
        <EmptyState icon={<KeyRound size={28} />} title="No keys yet" actions={make}>
          <span>
            Everything that this site does, a script can do: give it a key, and send it as{" "}
            <code>Authorization: Bearer</code>.
          </span>
        </EmptyState>
      ) : (
        <KeyTable workspace={id} keys={found} />
      )}
      {keys.hasNextPage && (
        <div className="flex justify-center pt-6">
          <Button busy={keys.isFetchingNextPage} onClick={() => void keys.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {open === "new" && <NewKey workspace={id} onClose={() => setOpen("")} />}
    </>
  );
}
