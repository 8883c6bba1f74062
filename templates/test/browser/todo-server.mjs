/** The tools of the todo app as a host would reach them. Self-contained: its source is also injected into frames. */
export function todoServer(log) {
  const tasks = [
    { id: 1, title: "Buy groceries", description: "Milk, eggs, bread", completed: false, created_at: "2025-12-20T10:30:00Z" },
    { id: 2, title: "Call mom", description: null, completed: false, created_at: "2025-12-20T09:15:00Z" },
  ];
  let next = 3;
  const ok = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value });
  const refuse = (error) => ({ ...ok({ error }), isError: true });
  return async (name, args) => {
    log.push(["callTool", name, args]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (args.user_id !== "ada@example.com") return refuse("User not found");
    if (name === "list_tasks") return ok({ tasks });
    if (name === "add_task") {
      if (args.title === "boom") return refuse("Title exceeds 200 characters");
      tasks.push({ id: next, title: args.title, description: null, completed: false });
      return ok({ task_id: next++, status: "created", title: args.title });
    }
    const task = tasks.find((t) => t.id === args.task_id);
    if (!task || task.title === "Ghost") return refuse("Task not found");
    if (name === "delete_task") tasks.splice(tasks.indexOf(task), 1);
    else if (name === "complete_task") task.completed = true;
    else Object.assign(task, args);
    return ok({ task_id: task.id, status: { delete_task: "deleted", complete_task: "completed", update_task: "updated" }[name], title: task.title });
  };
}
