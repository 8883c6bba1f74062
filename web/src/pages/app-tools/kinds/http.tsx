import { lazy } from "react";
import { exampleAddress } from "../http/curl";
import { setupOf, type ToolKind } from "./kind";

export const http: ToolKind = {
  label: "Connect an API",
  says: "Asks a server for what it shows: paste a curl line, click the answer into place.",
  table: false,
  live: true,
  layout: () => "cards",
  begin: () => ({ name: "ask_api", description: "" }),
  handler: () => ({ kind: "http", request: { method: "GET", url: exampleAddress } }),
  Setup: setupOf(
    "http",
    lazy(() => import("../http/Setup")),
  ),
  Try: lazy(() => import("../http/Try")),
};
