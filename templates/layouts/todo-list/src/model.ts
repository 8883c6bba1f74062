import { isDict, text } from "@chatui/runtime";

export interface Task {
  id: number;
  title: string;
  description: string;
  completed: boolean;
  /** RFC 3339, or "" when unknown. */
  createdAt: string;
  /** A change of it is on its way to the server. */
  pending?: boolean;
  /** Of a task that was added here: what it is known by from the first, while the server has yet to give it an id. */
  key?: number;
}

export type Outcome = "created" | "completed" | "deleted" | "updated";

/** What a tool of the todo app answered: a list, one change, or neither. */
export interface Answer {
  tasks: Task[] | null;
  change: { status: Outcome; title: string } | null;
  skipped: number;
}

export const limits = { title: 200, description: 1000 };

/** Reads a tool's output, or the bare list that its text holds; entries that are no tasks are counted, not shown. */
export function readAnswer(output: unknown): Answer {
  const data = isDict(output) ? output : { tasks: output };
  const list = Array.isArray(data["tasks"]) ? data["tasks"] : null;
  const tasks = list?.map(readTask).filter((t) => t !== null) ?? null;
  const status = data["status"];
  const known = status === "created" || status === "completed" || status === "deleted" || status === "updated";
  return {
    tasks,
    change: known && !list ? { status, title: text(data["title"]) } : null,
    skipped: (list?.length ?? 0) - (tasks?.length ?? 0),
  };
}

function readTask(value: unknown): Task | null {
  if (!isDict(value) || !Number.isSafeInteger(value["id"])) return null;
  return {
    id: value["id"] as number,
    title: text(value["title"]) || "Untitled",
    description: text(value["description"]),
    completed: value["completed"] === true,
    createdAt: /^\d{4}-\d\d-\d\dT/.test(text(value["created_at"])) ? text(value["created_at"]) : "",
  };
}

/** Says what is wrong with a title or description in the app's own words, or null. */
export function problem(title: string, description: string): string | null {
  if (!title.trim()) return "Title cannot be empty";
  // The server counts code points, as the document's lengths do.
  if ([...title].length > limits.title) return `Title exceeds ${limits.title} characters`;
  if ([...description].length > limits.description) return `Description exceeds ${limits.description} characters`;
  return null;
}
