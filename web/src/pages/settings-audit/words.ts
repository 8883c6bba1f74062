import type { Schemas } from "~/api/client";
import { wordsOf } from "~/pages/app-editor/data/schema";
import { labels as draftLabels } from "~/pages/app-editor/draft/fields";

export type Entry = Schemas["Audit"];
type Fields = Record<string, unknown>;

/** What apps that are gone were called, by their ids, as the changes that ended them say. */
export const namesGone = (entries: readonly Entry[]): [id: string, name: string][] =>
  entries.flatMap(({ action, target, before }) => {
    const { name } = fieldsOf(before);
    return action === "app.delete" && typeof name === "string" ? [[target, name]] : [];
  });

/** What a change did, as the rest of a sentence that begins with who did it. names: what ids are called, as far as it is known. */
export function what(entry: Entry, names: ReadonlyMap<string, string>): string {
  const before = fieldsOf(entry.before);
  const after = fieldsOf(entry.after);
  const text = (...keys: string[]) =>
    keys.map((key) => after[key] ?? before[key]).find((value) => typeof value === "string" && value !== "") as
      string | undefined;
  const app = names.get(entry.target) ?? text("name") ?? "an app";
  const who = names.get(entry.target) ?? text("email", "name") ?? "somebody";
  const role = text("role") ?? "member";
  const table = text("table") ?? "a table";
  switch (entry.action) {
    case "app.create":
      return `created ${app}`;
    case "app.update":
      return `changed ${app}`;
    case "app.delete":
      return `deleted ${app}`;
    case "app.publish":
      return `published ${app} as version ${String(after["publishVersion"] ?? "?")}`;
    case "app.unpublish":
      return `unpublished ${app}`;
    case "app.activate":
      return `made version ${String(after["liveVersion"] ?? "?")} of ${app} live`;
    case "app.sampling":
      return `turned sampling of ${app} ${after["enabled"] === true ? "on" : "off"}`;
    case "app.revoke":
      return `signed somebody out of ${app}`;
    case "reviewer.create":
      return `made the account for reviewers of ${app}`;
    case "reviewer.delete":
      return `ended the account for reviewers of ${app}`;
    case "app.suspend":
      return `suspended ${app}`;
    case "app.resume":
      return `ended the suspension of ${app}`;
    case "app.listing":
      return `changed the listing of ${app}`;
    case "key.create":
      return `made the API key ${text("name") ?? ""}`;
    case "key.delete":
      return `revoked the API key ${text("name") ?? ""}`;
    case "member.update":
      return `made ${who} ${withArticle(role)}`;
    case "member.remove":
      return text("email") === entry.actor ? "left the workspace" : `removed ${who}`;
    case "invitation.create":
      return `invited ${text("email") ?? "somebody"} as ${role}`;
    case "invitation.revoke":
      return `revoked the invitation of ${text("email") ?? "somebody"}`;
    case "invitation.accept":
      return `joined as ${role}, by an invitation`;
    case "workspace.create":
      return `made the workspace ${text("name") ?? ""}`;
    case "workspace.update":
      return `renamed the workspace to ${text("name") ?? ""}`;
    case "workspace.llm":
      return text("provider")
        ? `connected the language model ${text("model") || text("provider")}`
        : "disconnected the workspace's language model";
    case "workspace.suspend":
      return "suspended the workspace and its apps";
    case "workspace.resume":
      return "ended the suspension of the workspace";
    case "webhook.create":
      return `made a webhook to ${text("host") ?? "another server"}`;
    case "webhook.delete":
      return `deleted a webhook to ${text("host") ?? "another server"}`;
    case "app.mode":
      return `set ${text("tool") ?? "a tool"} of ${app} to ${text("mode") ?? "live"}`;
    case "secret.set":
      return `set the secret ${text("name") ?? ""} of ${app}`;
    case "secret.delete":
      return `deleted the secret ${text("name") ?? ""} of ${app}`;
    case "table.create":
      return `made the table ${table} of ${app}`;
    case "table.update":
      return `changed the table ${table} of ${app}`;
    case "table.delete":
      return `deleted the table ${table} of ${app}`;
    case "table.import":
      return `imported rows into ${table} of ${app}`;
    case "table.undo":
      return `took back the last import into ${table} of ${app}`;
    case "row.create":
      return `added to ${table} of ${app}`;
    case "row.update":
      return `changed a row of ${table} of ${app}`;
    case "row.delete":
      return `deleted a row of ${table} of ${app}`;
    case "task.add":
      return "added a task";
    case "task.update":
      return "changed a task";
    case "task.complete":
      return "completed a task";
    case "task.delete":
      return "deleted a task";
    case "appointment.book":
      return "booked an appointment";
    case "user.create":
      return `created the account of ${text("email") ?? who}`;
    default:
      return entry.action.replace(/[._]/g, " ");
  }
}

const withArticle = (role: string) => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;

export interface Difference {
  field: string;
  before: string;
  after: string;
}

/** Every field that is not the same before and after, in words. */
export function differences(entry: Entry): Difference[] {
  const before = fieldsOf(entry.before);
  const after = fieldsOf(entry.after);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({
      field: labels[key] ?? wordsOf(key),
      before: shown(key, before[key]),
      after: shown(key, after[key]),
    }))
    .filter((d) => d.before !== d.after);
}

const labels: Record<string, string> = {
  ...draftLabels,
  liveVersion: "Live version",
  publishVersion: "Newest version",
  expiresAt: "Ends",
  retentionDays: "Days kept",
  enabled: "On",
  iconUrl: "Icon",
  privacyUrl: "Privacy page",
  supportUrl: "Support page",
  websiteUrl: "Website",
  email: "E-mail address",
};

const times = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

function shown(key: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (key === "mockData" && typeof value === "object") {
    const { bytes, sha256 } = value as { bytes?: number; sha256?: string };
    return `${(bytes ?? 0).toLocaleString("en")} bytes (${sha256?.slice(0, 8) ?? "?"})`;
  }
  if (typeof value === "object" && "sha256" in value) {
    const { length, sha256 } = value as { length?: number; sha256?: string };
    return `${(length ?? 0).toLocaleString("en")} characters (${sha256?.slice(0, 8) ?? "?"})`;
  }
  if ((key === "liveVersion" || key === "publishVersion") && value === 0) return "";
  if (key === "expiresAt" && typeof value === "string" && !Number.isNaN(Date.parse(value)))
    return times.format(new Date(value));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return Object.keys(value).length ? JSON.stringify(value) : "";
  return String(value as string | number);
}

const fieldsOf = (state: unknown): Fields =>
  state && typeof state === "object" && !Array.isArray(state) ? (state as Fields) : {};
