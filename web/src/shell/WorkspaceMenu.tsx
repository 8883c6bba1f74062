import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMe } from "~/api/me";
import { Menu, MenuItem, MenuRadio, MenuSeparator } from "~/ui/Menu";
import { useEnter } from "./useEnter";
import { WorkspaceButton } from "./WorkspaceButton";

const NewWorkspace = lazy(() => import("./NewWorkspace"));

/** The menu of workspaces; open when it appears. */
export default function WorkspaceMenu() {
  const { workspace, workspaces } = useMe();
  const [making, setMaking] = useState(false);
  const enter = useEnter();
  const options = workspaces.map(({ id, name, role }) => ({
    value: id,
    label: (
      <span className="grid">
        <span className="truncate">{name}</span>
        <span className="text-xs text-muted">{role}</span>
      </span>
    ),
  }));
  return (
    <>
      <Menu open align="start" trigger={<WorkspaceButton />}>
        {options.length > 0 && (
          <MenuRadio
            label="Workspaces"
            value={workspace?.id ?? ""}
            onChange={(id) => void enter(id)}
            options={options}
          />
        )}
        <MenuSeparator />
        <MenuItem icon={<Plus size={16} aria-hidden="true" />} onSelect={() => setMaking(true)}>
          New workspace
        </MenuItem>
      </Menu>
      {making && (
        <Suspense>
          <NewWorkspace onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
}
