import { ChevronDown, Rocket } from "lucide-react";
import { useState } from "react";
import type { App } from "~/api/apps";
import { Unpublish } from "~/releases/Unpublish";
import { useCommands } from "~/shell/palette/commands";
import { Button, Menu, MenuItem } from "~/ui";
import { PublishDialog } from "./PublishDialog";
import { usePublish, type Publishing, type Settled } from "./usePublish";

const settled = (state: Publishing): state is Settled => state.is !== "idle" && state.is !== "working";

/** The one way from the draft to what people get, and back. */
export function PublishButton({ app }: { app: App }) {
  const { state, publish, close } = usePublish(app.id);
  const [asking, setAsking] = useState(false);
  const live = app.status === "published";
  useCommands([
    {
      id: "publish",
      title: `Publish ${app.name}`,
      section: "Draft",
      keywords: "release live",
      run: () => void publish(),
    },
    ...(live
      ? [{ id: "unpublish", title: `Unpublish ${app.name}…`, section: "Draft", run: () => setAsking(true) }]
      : []),
  ]);
  return (
    <>
      <div className="flex gap-1">
        <Button
          look="primary"
          busy={state.is === "working"}
          icon={<Rocket size={16} className="max-sm:hidden" aria-hidden="true" />}
          onClick={() => void publish()}
        >
          Publish
        </Button>
        {live && (
          <Menu
            trigger={
              <Button
                aria-label="More about publishing"
                className="px-2"
                icon={<ChevronDown size={16} aria-hidden="true" />}
              />
            }
          >
            <MenuItem danger onSelect={() => setAsking(true)}>
              Unpublish…
            </MenuItem>
          </Menu>
        )}
      </div>
      {settled(state) && <PublishDialog state={state} onAgain={() => void publish()} onClose={close} />}
      {asking && <Unpublish app={app} onClose={() => setAsking(false)} />}
    </>
  );
}
