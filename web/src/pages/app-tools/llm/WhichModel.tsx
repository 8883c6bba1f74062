import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { App } from "~/api/apps";
import { usageQuery, useOwnModel } from "~/api/models";
import { useMay } from "~/api/me";
import { Notice } from "~/ui";

/** Which model answers, and that echo is none. */
export function WhichModel({ app }: { app: App }) {
  const { manage } = useMay();
  const own = useOwnModel();
  const usage = useQuery(usageQuery(app.id));
  if (!own.isSuccess) return null;
  const settings = (
    <Link to="/settings/workspace" className="link target inline-flex items-center">
      {own.data ? "Change it" : "Connect a model"}
    </Link>
  );
  const last = usage.data?.items[0]?.model;
  if (own.data?.provider === "echo" || (!own.data && last === "echo"))
    return (
      <Notice tone="warn" action={manage && settings}>
        <strong>Echo answers, which is no language model.</strong> It repeats the message, the same way each time,
        without a key or a network: good for trying how the app works, not for people.
      </Notice>
    );
  if (own.data)
    return (
      <Notice action={manage && settings}>
        {own.data.model} of {own.data.provider} answers, with your workspace’s key.
      </Notice>
    );
  return (
    <Notice action={manage && settings}>
      Your workspace has brought no model: this server’s answers, if it has one for apps.{" "}
      {manage ? "You can connect your own, or try without a key." : "An owner of the workspace can connect one."}
    </Notice>
  );
}
