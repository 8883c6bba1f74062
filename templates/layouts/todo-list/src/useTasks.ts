import { type Dict, errorText, failed, type Host, isDict, useCan, useHost, useToolInput, useToolResponseMetadata } from "@chatui/runtime";
import { useEffect, useRef, useState } from "preact/hooks";
import { readAnswer, type Task } from "./model.ts";

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

/** Calls a tool of the todo app; a refusal becomes an Error with the server's sentence. */
export async function call(host: Host, tool: string, args: Dict): Promise<Dict> {
  const result = await host.callTool(tool, args);
  if (failed(result)) throw new Error(errorText(result));
  return isDict(result.structuredContent) ? result.structuredContent : {};
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
  useStaleList(host, owner, editable, setTasks, setFailure);

  const patch = (id: number, change: Partial<Task>): void =>
    setTasks((all) => all.map((t) => (t.id === id ? { ...t, ...change } : t)));

  const attempt = async (at: Failure["at"], what: string, run: () => Promise<void>, undo: () => void): Promise<boolean> => {
    setFailure(null);
    try {
      await run();
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
      const task: Task = { id, title, description: "", completed: false, createdAt: "", pending: true };
      setTasks((all) => [...all, task]);
      return attempt(
        "new",
        `“${title}” was not added`,
        async () => {
          const answer = await call(host, "add_task", { user_id: owner, title });
          const stored = answer["task_id"];
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
    void call(host, "list_tasks", typeof status === "string" ? { user_id: owner, status } : { user_id: owner }).then(
      (answer) => setTasks(readAnswer(answer).tasks ?? []),
      () => setFailure({ at: "list", text: "This list may be out of date." }),
    );
  }, [editable]);
}
