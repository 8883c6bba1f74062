import type { QueryClient } from "@tanstack/react-query";
import { appChanged, freshApp } from "~/api/apps";
import { api, takeTagged, type Schemas } from "~/api/client";
import { sentence } from "~/api/problem";
import type { Column, Table } from "~/api/tables";
import { toolsOf } from "~/api/tools";
import { toast } from "~/ui";
import { following } from "./following";

/** Stores in the draft what its forms take over from the columns of a table, which have been changed. */
export async function followed(client: QueryClient, id: string, table: Table, now: readonly Column[]): Promise<void> {
  try {
    const { data: app, etag } = await freshApp(client, id);
    const tools = following(toolsOf(app), table.name, table.columns, now);
    if (!tools) return;
    const body = { tools, exampleData: app.exampleData } as Schemas["DraftFields"];
    const saved = await takeTagged(
      api.PATCH("/apps/{id}", { params: { path: { id }, header: { "If-Match": etag } }, body }),
    );
    appChanged(client, saved);
    toast({ title: "The form in the draft follows" });
  } catch (failure) {
    toast({ tone: "bad", title: "The form of this table stays as it was", text: sentence(failure) });
  }
}
