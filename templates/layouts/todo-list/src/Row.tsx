import { formatDate, useLocale } from "@chatui/runtime";
import { checkIcon, editIcon, Icon, press, trashIcon } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Editor } from "./Editor.tsx";
import type { Task } from "./model.ts";
import type { Tasks } from "./useTasks.ts";

const onDay = { dateStyle: "medium" } as const;

/** One task: its text, and while editable the controls that complete, change and delete it. */
export function Row({ task, list }: { task: Task; list: Tasks }): VNode {
  const [mode, setMode] = useState<"show" | "edit" | "delete">("show");
  const edit = useRef<HTMLButtonElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  // Focus goes back to the control that opened a form when the form closes.
  const last = useRef(mode);
  useLayoutEffect(() => {
    if (mode === "show") ({ edit, delete: remove, show: null })[last.current]?.current?.focus();
    last.current = mode;
  }, [mode]);
  // The row of a deleted task takes the focus with it, unless it goes on to a neighbour.
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(
    () => () => {
      const gone = row.current;
      if (gone?.contains(document.activeElement))
        ((gone.nextElementSibling ?? gone.previousElementSibling) as HTMLElement | null)?.focus();
    },
    [],
  );
  const error = list.failure?.at === task.id ? list.failure.text : null;
  return (
    <li
      ref={row}
      class={`task${task.completed ? " done" : ""}${task.pending ? " pending" : ""}`}
      tabIndex={-1}
      aria-busy={task.pending}
    >
      {mode === "edit" ? (
        <Editor
          task={task}
          close={() => setMode("show")}
          save={(title, description) => {
            setMode("show");
            void list.update(task, title, description);
          }}
        />
      ) : (
        <div class="line">
          <Mark task={task} list={list} />
          <Words task={task} />
          {list.editable && mode === "show" ? (
            <div class="tools">
              <button
                ref={edit}
                type="button"
                class="tool"
                aria-label={`Edit ${task.title}`}
                {...press(() => setMode("edit"), task.pending)}
              >
                <Icon path={editIcon} />
              </button>
              <button
                ref={remove}
                type="button"
                class="tool"
                aria-label={`Delete ${task.title}`}
                {...press(() => setMode("delete"), task.pending)}
              >
                <Icon path={trashIcon} />
              </button>
            </div>
          ) : null}
        </div>
      )}
      {mode === "delete" ? (
        <Confirm
          title={task.title}
          keep={() => setMode("show")}
          remove={() => {
            setMode("show");
            void list.remove(task);
          }}
        />
      ) : null}
      {error ? (
        <p class="refusal" role="alert" dir="auto">
          {error}
        </p>
      ) : null}
    </li>
  );
}

/** The check box. There is no tool that reopens a task, so a checked one stays checked. */
function Mark({ task, list }: { task: Task; list: Tasks }): VNode {
  if (!list.editable) {
    return (
      <span class="mark still">
        <span class="box" aria-hidden="true">
          {task.completed ? <Icon path={checkIcon} /> : null}
        </span>
        <span class="visually-hidden">{task.completed ? "Done:" : "Open:"}</span>
      </span>
    );
  }
  const toggle = (event: Event): void => {
    if (task.completed || task.pending) event.preventDefault();
    else void list.complete(task);
  };
  return (
    <span class="mark">
      <input
        type="checkbox"
        checked={task.completed}
        aria-label={`Complete ${task.title}`}
        aria-disabled={task.completed || task.pending}
        onClick={toggle}
      />
      <span class="box" aria-hidden="true">
        {task.completed ? <Icon path={checkIcon} /> : null}
      </span>
    </span>
  );
}

function Words({ task }: { task: Task }): VNode {
  const locale = useLocale();
  const date = formatDate(task.createdAt, locale, onDay, onDay);
  return (
    <div class="words">
      <p class="name" dir="auto">
        {task.title}
      </p>
      {task.description ? (
        <p class="more" dir="auto">
          {task.description}
        </p>
      ) : null}
      {date ? <p class="more">{date}</p> : null}
    </div>
  );
}

function Confirm(props: { title: string; keep: () => void; remove: () => void }): VNode {
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <div
      class="confirm"
      role="group"
      aria-label={`Delete ${props.title}?`}
      onKeyDown={(e) => e.key === "Escape" && props.keep()}
    >
      <p>Delete this task for good?</p>
      <div class="choices">
        <button ref={first} type="button" class="button small" onClick={props.keep}>
          Keep
        </button>
        <button type="button" class="button small" onClick={props.remove}>
          Delete
        </button>
      </div>
    </div>
  );
}
