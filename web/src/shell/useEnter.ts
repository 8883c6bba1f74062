import { useNavigate } from "@tanstack/react-router";
import { useSwitchWorkspace } from "~/api/me";
import { sentence } from "~/api/problem";
import { toast } from "~/ui/toasts";

/** Goes to another workspace's apps. */
export function useEnter(): (id: string) => Promise<void> {
  const turn = useSwitchWorkspace();
  const navigate = useNavigate();
  return async (id) => {
    try {
      await navigate({ to: "/apps" });
      await turn(id);
    } catch (cause) {
      toast({ tone: "bad", title: "The workspace could not be opened", text: sentence(cause) });
    }
  };
}
