import { isDict, short, text } from "@chatui/runtime";

export type Role = "user" | "assistant" | "note";

/** One message, cleaned: strings other than the words may be "". */
export interface Message {
  role: Role;
  /** Who speaks, where the data say it. */
  name: string;
  words: string;
  time: string;
}

export interface Suggestion {
  label: string;
  prompt: string;
}

export interface Chat {
  title: string;
  subtitle: string;
  messages: Message[];
  /** What the person might begin with, not sent yet. */
  seed: string;
  suggestions: Suggestion[];
  /** What to say when there is none of these. */
  empty: string;
  skipped: number;
  readable: boolean;
}

const limits = { suggestions: 4, label: 80 };

/** Reads what a tool answered, display_chat's {seedMessage, locale} too. */
export function readChat(output: unknown): Chat {
  const data = isDict(output) ? output : {};
  const list = Array.isArray(data["messages"]) ? data["messages"] : null;
  const messages = (list ?? []).map(readMessage).filter((m) => m !== null);
  const seed = text(data["seedMessage"]);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    messages,
    seed,
    suggestions: readSuggestions(data["suggestions"]).filter((s) => s.prompt !== seed),
    empty: short(text(data["empty"]), 500),
    skipped: (list?.length ?? 0) - messages.length,
    readable: list !== null || typeof data["seedMessage"] === "string" || Array.isArray(data["suggestions"]),
  };
}

function readMessage(value: unknown): Message | null {
  if (!isDict(value)) return null;
  const words = text(value["text"]) || readContent(value["content"]);
  if (!words) return null;
  return { role: readRole(value["role"]), name: text(value["name"]), words, time: short(text(value["time"]), 60) };
}

/** The content of a message as models write it: a text, or blocks of which those of type text count. */
function readContent(content: unknown): string {
  if (!Array.isArray(content)) return text(content);
  return content
    .map((block) => (isDict(block) && block["type"] === "text" ? text(block["text"]) : ""))
    .filter(Boolean)
    .join("\n\n");
}

function readRole(value: unknown): Role {
  if (value === "user" || value === "assistant") return value;
  // Whoever else speaks (system, tool) speaks about the conversation; without a role it is the answer of someone.
  return value === "system" || value === "tool" ? "note" : "assistant";
}

function readSuggestions(value: unknown): Suggestion[] {
  return (Array.isArray(value) ? value : [])
    .map((entry): Suggestion => {
      const prompt = isDict(entry) ? text(entry["prompt"]) || text(entry["label"]) : text(entry);
      return { prompt, label: short((isDict(entry) && text(entry["label"])) || prompt, limits.label) };
    })
    .filter((s, i, all) => s.prompt !== "" && all.findIndex((o) => o.prompt === s.prompt) === i)
    .slice(0, limits.suggestions);
}

export interface Turn {
  role: Role;
  name: string;
  /** Consecutive messages of one speaker, oldest first. */
  messages: Message[];
}

/** Puts consecutive messages of one speaker together, so that the name stands once. */
export function turns(messages: Message[]): Turn[] {
  const all: Turn[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last && last.role === message.role && last.name === message.name) last.messages.push(message);
    else all.push({ role: message.role, name: message.name, messages: [message] });
  }
  return all;
}
