import { CircleCheck, CircleDashed } from "lucide-react";
import { Card } from "~/ui";
import { asked, directories, type Item } from "./items";

/** How far the app is for each directory. */
export function Standing({ items }: { items: readonly Item[] }) {
  return (
    <ul aria-label="Directories" className="grid gap-4 sm:grid-cols-2">
      {directories.map(({ value, label }) => {
        const all = asked(items, value);
        const todo = all.filter(({ status }) => status === "todo").length;
        const done = all.length - todo;
        const Icon = todo ? CircleDashed : CircleCheck;
        return (
          <li key={value}>
            <Card className="grid gap-2">
              <h2 className="font-semibold flex items-center gap-2">
                <Icon size={18} className={todo ? "text-muted" : "text-good"} aria-hidden="true" />
                {label}
              </h2>
              <p className="text-sm text-muted">
                {todo === 0 ? "Ready, as far as a program can tell." : `${todo} of ${all.length} to do.`}
              </p>
              <span aria-hidden="true" className="h-1.5 rounded-full bg-sunken overflow-hidden">
                <span
                  className={`block h-full rounded-full transition-[width] ${todo ? "bg-accent" : "bg-good"}`}
                  style={{ width: `${(100 * done) / Math.max(1, all.length)}%` }}
                />
              </span>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
