import { Link } from "@tanstack/react-router";
import type { App } from "~/api/apps";
import { toolsOf } from "~/api/tools";
import { ToolTexts } from "~/tool/ToolTexts";
import { useDraftSession, useField, useHeld } from "../draft/useDraft";

/** What a model reads of the first tool. What that does, and the other tools, are set up on a page of their own. */
export function Tool({ app, readOnly }: { app: App; readOnly: boolean }) {
  const session = useDraftSession();
  const others = toolsOf(app).length - 1;
  return (
    <div className="grid grid-cols-1 gap-5">
      <ToolTexts
        name={useField("toolName")}
        description={useField("toolDescription")}
        said={{ name: useHeld("toolName"), description: useHeld("toolDescription") }}
        readOnly={readOnly}
        onChange={(changes, typing) => session.edit(changes, typing ? Object.keys(changes)[0] : "")}
      />
      <p className="text-sm text-muted">
        {others > 0 &&
          (others === 1 ? "This is the first tool of two. " : `This is the first of ${others + 1} tools. `)}
        <Link to="/apps/$id/tools" params={{ id: app.id }} className="link">
          {others > 0 ? "What each of them does" : "What it does, and further tools"}
        </Link>
      </p>
    </div>
  );
}
