import type { App } from "~/api/apps";
import { tableOf, toolsOf } from "~/api/tools";

/** Whether tools of an app work on tables, which do not come back with its draft. */
export const keepsRows = (app: App): boolean => toolsOf(app).some(({ handler }) => tableOf(handler));

/** What is to be done before an app is what it was whose draft was brought back. */
export function isMissing(app: App): string | undefined {
  if (keepsRows(app)) return "Its tables and their rows are gone. Make them again under Data, then publish.";
  return app.status === "published" ? "Publish it to serve it again." : undefined;
}
