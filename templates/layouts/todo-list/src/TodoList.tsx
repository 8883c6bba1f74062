import { useCan, useHost, useToolOutput } from "@chatui/runtime";
import { checkIcon, Frame, Icon, Notice, press, Skipped, trashIcon, useMore } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Adder } from "./Editor.tsx";
import { type Answer, type Outcome, readAnswer } from "./model.ts";
import { Row } from "./Row.tsx";
import { askList, useOwner, useTasks } from "./useTasks.ts";

/** How many tasks are shown at once, and how many more a press on the button brings. */
const page = 25;

export function TodoListWidget(): VNode {
  return (
    <Frame label="Tasks" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  // What a press on "Show all tasks" brought; a new result of the host replaces it.
  const [fetched, setFetched] = useState<{ of: unknown; answer: Answer } | null>(null);
  const told = useMemo(() => readAnswer(output), [output]);
  const answer = fetched && fetched.of === output ? fetched.answer : told;
  if (answer.tasks) return <List key={answer} answer={answer} />;
  if (answer.change) return <Change change={answer.change} show={(next) => setFetched({ of: output, answer: next })} />;
  if (output === null) return <Notice kind="empty" title="No tasks yet" text="There is nothing on the list." />;
  return <Notice kind="error" title="This result cannot be shown" text="It holds no list of tasks." />;
}

function List({ answer }: { answer: Answer }): VNode {
  const list = useTasks(answer.tasks ?? []);
  const { tasks } = list;
  // A task that was added here stands below the others, and is shown however many there are.
  const [older, added] = [tasks.filter((t) => !t.key), tasks.filter((t) => t.key)];
  const more = useMore<HTMLUListElement>(older.length, page, (count) => `Show ${count} more of ${tasks.length}`);
  const done = tasks.filter((t) => t.completed).length;
  return (
    <>
      <header class="head bar">
        <h2 class="title">Your tasks</h2>
        <p class="count" role="status" dir="auto">
          {tasks.length ? `${done} of ${tasks.length} done` : ""}
        </p>
      </header>
      {tasks.length ? (
        <ul ref={more.list} class="tasks">
          {[...older.slice(0, more.shown), ...added].map((task) => (
            <Row key={task.key ?? task.id} task={task} list={list} />
          ))}
        </ul>
      ) : (
        <Notice kind="empty" title="No tasks" text="There is nothing on the list." />
      )}
      {more.button}
      {list.editable ? <Adder list={list} /> : null}
      {list.failure?.at === "list" ? (
        <p class="note" role="status" dir="auto">
          {list.failure.text}
        </p>
      ) : null}
      <Skipped count={answer.skipped} />
    </>
  );
}

const sentences: Record<Outcome, string> = {
  created: "Added",
  completed: "Completed",
  deleted: "Deleted",
  updated: "Changed",
};

/** What a tool did to one task, and the way to the whole list. */
function Change({ change, show }: { change: NonNullable<Answer["change"]>; show: (answer: Answer) => void }): VNode {
  const host = useHost();
  const owner = useOwner();
  const can = useCan("callTool") && owner !== "";
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      show(await askList(host, { user_id: owner }));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : "The list could not be loaded.");
      setBusy(false);
    }
  };
  return (
    <>
      <div class="change" role="status">
        <span class="stamp">
          <Icon path={change.status === "deleted" ? trashIcon : checkIcon} />
        </span>
        <div>
          <p class="more">{sentences[change.status]}</p>
          <p class="name" dir="auto">
            {change.title || "Untitled"}
          </p>
        </div>
      </div>
      {can ? (
        <div class="actions">
          <button type="button" class="button" {...press(load, busy)}>
            Show all tasks
          </button>
        </div>
      ) : null}
      {error ? (
        <p class="refusal" role="alert" dir="auto">
          {error}
        </p>
      ) : null}
    </>
  );
}

function Skeleton(): VNode {
  return (
    <ul class="tasks">
      {[70, 45, 60].map((width) => (
        <li key={width} class="task">
          <div class="line">
            <span class="mark">
              <span class="box bone" />
            </span>
            <div class="words">
              <div class="bone bone-line" style={{ width: `${width}%` }} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
