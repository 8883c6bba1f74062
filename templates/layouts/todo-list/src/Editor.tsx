import { Icon, plusIcon } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { problem, type Task } from "./model.ts";
import type { Tasks } from "./useTasks.ts";

// None of these is a <form>: a host's sandbox without allow-forms swallows the submit event.

/** Changes title and description of a task. */
export function Editor(props: {
  task: Task;
  close: () => void;
  save: (title: string, description: string) => void;
}): VNode {
  const { task } = props;
  const [title, setTitle] = useState(task.title);
  const [description, setDescription] = useState(task.description);
  const [wrong, setWrong] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    first.current?.focus();
    first.current?.select();
  }, []);
  const save = (): void => {
    const bad = problem(title, description);
    if (bad) return setWrong(bad);
    if (title.trim() === task.title && description.trim() === task.description) return props.close();
    props.save(title.trim(), description.trim());
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Escape") props.close();
    if (event.key !== "Enter" || event.target !== first.current || event.isComposing) return;
    // The focus moves to a button, which the rest of this very key would press.
    event.preventDefault();
    save();
  };
  return (
    <div class="editor" role="group" aria-label={`Edit ${task.title}`} onKeyDown={keys}>
      <label>
        <span>Title</span>
        <input ref={first} type="text" dir="auto" value={title} onInput={(e) => setTitle(e.currentTarget.value)} />
      </label>
      <label>
        <span>Description</span>
        <textarea dir="auto" rows={2} value={description} onInput={(e) => setDescription(e.currentTarget.value)} />
      </label>
      {wrong ? (
        <p class="refusal" role="alert">
          {wrong}
        </p>
      ) : null}
      <div class="choices">
        <button type="button" class="button small" onClick={props.close}>
          Cancel
        </button>
        <button type="button" class="button small primary" onClick={save}>
          Save
        </button>
      </div>
    </div>
  );
}

/** Adds a task. What was typed comes back when the server refuses it. */
export function Adder({ list }: { list: Tasks }): VNode {
  const [title, setTitle] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const add = async (): Promise<void> => {
    const bad = problem(title, "");
    setWrong(bad);
    if (bad) return;
    setTitle("");
    if (!(await list.add(title.trim()))) setTitle((now) => now || title);
  };
  const error = wrong ?? (list.failure?.at === "new" ? list.failure.text : null);
  return (
    <div class="adder">
      <input
        type="text"
        dir="auto"
        aria-label="New task"
        placeholder="Add a task"
        value={title}
        onInput={(e) => setTitle(e.currentTarget.value)}
        onKeyDown={(e) => e.key === "Enter" && !e.isComposing && void add()}
      />
      <button type="button" class="button" onClick={() => void add()}>
        <Icon path={plusIcon} />
        Add
      </button>
      {error ? (
        <p class="refusal" role="alert" dir="auto">
          {error}
        </p>
      ) : null}
    </div>
  );
}
