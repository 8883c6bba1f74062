import { ChevronsUpDown } from "lucide-react";
import { useMe } from "~/api/me";
import { Button, type ButtonProps } from "~/ui/Button";

/** Names the workspace and opens the menu of all. */
export function WorkspaceButton(props: ButtonProps) {
  const { workspace } = useMe();
  return (
    <Button
      {...props}
      look="quiet"
      aria-label={`Workspace: ${workspace?.name ?? "none"}`}
      className="min-w-0 shrink px-2 sm:px-3 font-normal"
    >
      <span className="truncate max-w-[9rem] sm:max-w-[16rem]">{workspace?.name ?? "No workspace"}</span>
      <ChevronsUpDown size={14} className="text-muted shrink-0" aria-hidden="true" />
    </Button>
  );
}
