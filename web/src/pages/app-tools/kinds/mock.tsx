import { Link } from "@tanstack/react-router";
import type { ToolKind } from "./kind";

export const mock: ToolKind = {
  label: "Show what you typed",
  says: "Shows always the same: the data of the page Edit.",
  table: false,
  layout: () => "cards",
  begin: () => ({ name: "show_something", description: "" }),
  handler: () => ({ kind: "mock" }),
  Setup: ({ app }) => (
    <p className="text-sm text-muted">
      What it shows stands under{" "}
      <Link to="/apps/$id" params={{ id: app.id }} search={{ part: "data" } as never} className="link">
        Edit, Data
      </Link>
      .
    </p>
  ),
};
