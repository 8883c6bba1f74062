import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "~/api/members";
import { Select } from "~/ui";

/** Groups of actions, as the API filters them. */
export const topics = [
  { value: "", label: "Everything" },
  { value: "app", label: "Apps" },
  { value: "app.publish", label: "Publishing" },
  { value: "key", label: "API keys" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "workspace", label: "Workspace" },
] as const;

export const spans = [
  { value: "", label: "Any time", hours: 0 },
  { value: "day", label: "The last day", hours: 24 },
  { value: "week", label: "The last week", hours: 24 * 7 },
  { value: "month", label: "The last 30 days", hours: 24 * 30 },
] as const;

interface Props {
  workspace: string;
  topic: string;
  onTopic(topic: string): void;
  /** An e-mail address; "" for everybody. */
  who: string;
  onWho(who: string): void;
  span: string;
  onSpan(span: string): void;
}

export function Filters({ workspace, topic, onTopic, who, onWho, span, onSpan }: Props) {
  const members = useQuery({ ...membersQuery(workspace), enabled: workspace !== "" });
  const people = (members.data ?? []).map(({ user }) => ({
    value: user.email,
    label: user.name === user.email ? user.email : `${user.name} (${user.email})`,
  }));
  if (who && !people.some(({ value }) => value === who)) people.push({ value: who, label: who });
  return (
    <div role="search" aria-label="Changes" className="grid gap-3 sm:grid-cols-3 mb-5">
      <Select label="What" value={topic} onChange={(e) => onTopic(e.target.value)} options={topics} />
      <Select
        label="Who"
        value={who}
        onChange={(e) => onWho(e.target.value)}
        options={[{ value: "", label: "Everybody" }, ...people]}
      />
      <Select label="When" value={span} onChange={(e) => onSpan(e.target.value)} options={spans} />
    </div>
  );
}
