import { type Dict, normalize } from "@chatui/runtime";
import { expect, test, vi } from "vitest";
import { TodoListWidget } from "../../layouts/todo-list/src/TodoList.tsx";
import { settled } from "./fake.ts";
import { stage } from "./stage.tsx";

const task = (id: number, title: string) => ({ id, title, completed: false });
const told = (...tasks: unknown[]) => ({ structuredContent: { tasks } });

/** The widget with one old task. Every call waits until the test answers it: answer(tool, what). */
async function todo({
  tasks = [task(1, "Old")] as unknown[],
  widgetState = null as unknown,
  toolOutput = { tasks } as unknown,
} = {}) {
  const waiting: [string, (answer: unknown) => void][] = [];
  const callTool = (tool: string, _args: Dict) =>
    new Promise<unknown>((resolve) => waiting.push([tool, resolve])).then(normalize);
  const shown = await stage(<TodoListWidget />, { toolInput: { user_id: "u" }, toolOutput, widgetState }, { callTool });
  const field = (name: string) => shown.root.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)!;
  return {
    ...shown,
    field,
    asked: () => waiting.map(([tool]) => tool),
    titles: () => [...shown.root.querySelectorAll(".name")].map((e) => e.textContent),
    answer: async (tool: string, what: unknown) => {
      const at = () => waiting.findIndex(([name]) => name === tool);
      await vi.waitFor(() => expect(at(), tool).toBeGreaterThan(-1));
      waiting.splice(at(), 1)[0]?.[1](what);
      await settled();
    },
    add: async (title: string) => {
      field("New task").value = title;
      field("New task").dispatchEvent(new InputEvent("input", { bubbles: true }));
      await settled();
      await shown.press("Add");
    },
  };
}

test("an answer without a list is no empty list", async () => {
  const { answer, titles, root } = await todo({ widgetState: { changed: true } });
  await answer("list_tasks", { structuredContent: { jobs: [] } });
  expect(titles()).toEqual(["Old"]);
  expect(root.textContent).toContain("This list may be out of date: The answer holds no list of tasks.");
});

test("nor does it replace the change that was told", async () => {
  const { answer, press, root } = await todo({ toolOutput: { task_id: 1, status: "created", title: "Milk" } });
  await press("Show all tasks");
  await answer("list_tasks", { content: [{ type: "text", text: "busy" }] });
  expect(root.textContent).toContain("AddedMilkShow all tasksThe answer holds no list of tasks.");
});

test.each([
  [{ result: JSON.stringify([task(2, "New")]) }],
  [{ content: [{ type: "text", text: JSON.stringify([task(2, "New")]) }] }],
  [told(task(2, "New"))],
])("the list is read out of %j", async (what) => {
  const { answer, titles } = await todo({ widgetState: { changed: true } });
  await answer("list_tasks", what);
  expect(titles()).toEqual(["New"]);
});

test("an answer older than a change is dropped, and the list asked for once the change is done", async () => {
  const { add, answer, asked, titles } = await todo({ widgetState: { changed: true } });
  await vi.waitFor(() => expect(asked()).toEqual(["list_tasks"]));
  await add("Mine");
  await answer("list_tasks", told(task(1, "Old"), task(2, "Elsewhere")));
  expect(titles()).toEqual(["Old", "Mine"]);
  expect(asked()).toEqual(["add_task"]);
  await answer("add_task", { structuredContent: { task_id: 3, status: "created", title: "Mine" } });
  await answer("list_tasks", told(task(3, "Mine"), task(1, "Old"), task(2, "Elsewhere")));
  expect(titles()).toEqual(["Mine", "Old", "Elsewhere"]);
});

test("a task that was added shows however long the list is", async () => {
  const { add, titles, press } = await todo({
    tasks: Array.from({ length: 60 }, (_, i) => task(i + 1, `Task ${i + 1}`)),
  });
  await add("Mine");
  expect(titles().slice(24)).toEqual(["Task 25", "Mine"]);
  await press("Show 25 more of 61");
  expect(titles().slice(48)).toEqual(["Task 49", "Task 50", "Mine"]);
  expect(document.activeElement?.textContent).toContain("Task 26");
});

test("Enter saves, and is not left for the button that gets the focus", async () => {
  const { press, button, root } = await todo();
  await press("Edit Old");
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  root.querySelector(".editor input")!.dispatchEvent(enter);
  await settled();
  expect(enter.defaultPrevented).toBe(true);
  expect(document.activeElement).toBe(button("Edit Old"));
});

test("the focus is back on the button that opened a form, also while the change is under way, and stays in the list", async () => {
  const { press, button, answer, root, asked } = await todo({ tasks: [task(1, "Old"), task(2, "Next")] });
  await press("Delete Old");
  await press("Delete");
  expect(document.activeElement).toBe(button("Delete Old"));
  expect(button("Delete Old").disabled).toBe(false);
  await press("Edit Old");
  expect(root.querySelector(".editor")).toBeNull();
  expect(asked()).toEqual(["delete_task"]);
  button("Delete Old").focus();
  await answer("delete_task", { structuredContent: { task_id: 1, status: "deleted", title: "Old" } });
  expect(document.activeElement?.textContent).toContain("Next");
});

test("a task that gets its id keeps the focus", async () => {
  const { add, answer, field } = await todo();
  await add("Mine");
  field("Complete Mine").focus();
  await answer("add_task", { structuredContent: { task_id: 3, status: "created", title: "Mine" } });
  expect(document.activeElement).toBe(field("Complete Mine"));
});
