import {
  type Dict,
  errorText,
  failed,
  type Host,
  isDict,
  useCan,
  useHost,
  useToolInput,
  useToolResponseMetadata,
} from "@chatui/runtime";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Answer, readAnswer, type Task } from "./model.ts";

/** Where a change failed, and the server's sentence about it. */
export interface Failure {
  at: number | "new" | "list";
  text: string;
}

export interface Tasks {
  tasks: Task[];
  failure: Failure | null;
  /** Whether the host and the data allow changes at all. */
  editable: boolean;
  add(title: string): Promise<boolean>;
  complete(task: Task): Promise<boolean>;
  update(task: Task, title: string, description: string): Promise<boolean>;
  remove(task: Task): Promise<boolean>;
}

/** The person whose tasks these are: as the model asked, else as the server answered. "" when unknown. */
export function useOwner(): string {
  const input = useToolInput();
  const meta = useToolResponseMetadata();
  const id = input?.["user_id"] ?? meta?.["user_id"];
  return typeof id === "string" ? id : "";
}

/** Calls a tool of the todo app; a refusal becomes an Error with the server's sentence. Older hosts hand over the text alone. */
async function call(host: Host, tool: string, args: Dict): Promise<unknown> {
  const result = await host.callTool(tool, args);
  if (failed(result)) throw new Error(errorText(result));
  return result.structuredContent ?? parsed(result.content?.[0]);
}

/** Asks for the list. An answer that holds none is an Error too: nobody may take it for an empty one. */
export async function askList(host: Host, args: Dict): Promise<Answer & { tasks: Task[] }> {
  const { tasks, ...answer } = readAnswer(await call(host, "list_tasks", args));
  if (!tasks) throw new Error("The answer holds no list of tasks.");
  return { ...answer, tasks };
}

function parsed(block: unknown): unknown {
  try {
    return JSON.parse((block as Dict)["text"] as string);
  } catch {
    return null;
  }
}

/**
 * The list and its changes. A change shows at once, marked as pending; when the server refuses it is taken back and the
 * server's sentence is kept at the place where the person made it.
 */
export function useTasks(initial: Task[]): Tasks {
  const host = useHost();
  const owner = useOwner();
  const editable = useCan("callTool") && owner !== "";
  const [tasks, setTasks] = useState(initial);
  const [failure, setFailure] = useState<Failure | null>(null);
  const temporary = useRef(-1);
  // Ends when every change begun so far has; another one with every change.
  const changes = useRef<Promise<unknown>>(Promise.resolve());
  useStaleList(host, owner, editable, changes, setTasks, setFailure);

  const patch = (id: number, change: Partial<Task>): void =>
    setTasks((all) => all.map((t) => (t.id === id ? { ...t, ...change } : t)));

  const attempt = async (
    at: Failure["at"],
    what: string,
    run: () => Promise<void>,
    undo: () => void,
  ): Promise<boolean> => {
    setFailure(null);
    const running = run();
    changes.current = Promise.allSettled([changes.current, running]);
    try {
      await running;
      void host.setWidgetState({ changed: true }).catch(() => {});
      return true;
    } catch (cause) {
      undo();
      setFailure({ at, text: `${what}: ${cause instanceof Error ? cause.message : "the host refused"}` });
      return false;
    }
  };

  return {
    tasks,
    failure,
    editable,
    add: (title) => {
      const id = temporary.current--;
      const task: Task = { id, title, description: "", completed: false, createdAt: "", pending: true, key: id };
      setTasks((all) => [...all, task]);
      return attempt(
        "new",
        `“${title}” was not added`,
        async () => {
          const answer = await call(host, "add_task", { user_id: owner, title });
          const stored = isDict(answer) ? answer["task_id"] : null;
          if (!Number.isSafeInteger(stored)) throw new Error("the answer names no task");
          patch(id, { id: stored as number, pending: false });
        },
        () => setTasks((all) => all.filter((t) => t.id !== id)),
      );
    },
    complete: (task) => {
      patch(task.id, { completed: true, pending: true });
      return attempt(
        task.id,
        "Not completed",
        async () => {
          await call(host, "complete_task", { user_id: owner, task_id: task.id });
          patch(task.id, { pending: false });
        },
        () => patch(task.id, { completed: false, pending: false }),
      );
    },
    update: (task, title, description) => {
      patch(task.id, { title, description, pending: true });
      const args: Dict = { user_id: owner, task_id: task.id };
      if (title !== task.title) args["title"] = title;
      if (description !== task.description) args["description"] = description;
      return attempt(
        task.id,
        "Not changed",
        async () => {
          await call(host, "update_task", args);
          patch(task.id, { pending: false });
        },
        () => patch(task.id, { title: task.title, description: task.description, pending: false }),
      );
    },
    remove: (task) => {
      patch(task.id, { pending: true });
      return attempt(
        task.id,
        "Not deleted",
        async () => {
          await call(host, "delete_task", { user_id: owner, task_id: task.id });
          setTasks((all) => all.filter((t) => t.id !== task.id));
        },
        () => patch(task.id, { pending: false }),
      );
    },
  };
}

/** A host shows a widget again with the result of long ago. If it was changed since, the list is asked for anew. */
function useStaleList(
  host: Host,
  owner: string,
  editable: boolean,
  changes: RefObject<Promise<unknown>>,
  setTasks: (tasks: Task[]) => void,
  setFailure: (failure: Failure) => void,
): void {
  const asked = useRef(false);
  useEffect(() => {
    const state = host.get().widgetState;
    if (!editable || asked.current) return;
    asked.current = true;
    if (!isDict(state) || state["changed"] !== true) return;
    const status = host.get().toolInput?.["status"];
    const ask = async (): Promise<Task[]> => {
      const before = changes.current;
      await before;
      const { tasks } = await askList(
        host,
        typeof status === "string" ? { user_id: owner, status } : { user_id: owner },
      );
      // What the person has changed since the question, the answer may not know.
      return before === changes.current ? tasks : ask();
    };
    ask().then(setTasks, (cause) =>
      setFailure({
        at: "list",
        text: `This list may be out of date: ${cause instanceof Error ? cause.message : "the host refused"}`,
      }),
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once, when the tasks can be changed
  }, [editable]);
}
