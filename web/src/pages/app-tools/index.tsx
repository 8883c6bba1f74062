import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useApp } from "~/api/apps";
import { layoutsQuery } from "~/api/layouts";
import { useMay } from "~/api/me";
import { tablesQuery } from "~/api/tables";
import { tableOf, type ToolDraft } from "~/api/tools";
import { useAddress } from "~/shell/address";
import { useTitle } from "~/shell/title";
import { ErrorState, IconButton, Loading, Notice, PageHeader, Skeleton, toast } from "~/ui";
import { AddTool } from "./AddTool";
import { CallPanel } from "./CallPanel";
import { ToolEditor } from "./ToolEditor";
import { ToolList } from "./ToolList";
import { useTools } from "./useTools";

const most = 20;

/** Whether somebody has worked on a tool: one that has neither name nor description came with the app. */
const isTouched = ({ name, description, handler }: ToolDraft) => Boolean(name || description || (handler && handler.kind !== "mock")); // prettier-ignore

/** What an app does when it is asked: its tools, and what a call of each brings. */
export default function ToolsPage() {
  const { id } = useParams({ from: "/inside/apps/$id/tools" });
  const { data: app } = useApp(id);
  useTitle(`Tools of ${app.name}`);
  const { build } = useMay();
  const readOnly = !build || app.origin === "seeded";
  const tables = useQuery(tablesQuery(id));
  const layouts = useQuery(layoutsQuery);
  const tools = useTools(id);
  const [wish, setTool] = useAddress("tool", "0");
  const [, setArguments] = useAddress("args");
  const choose = (tool: string) => {
    setArguments(""); // they are another tool's
    setTool(tool);
  };
  const at = Math.min(Math.max(0, Number(wish) || 0), tools.list.length - 1);
  const tool = tools.list[at];
  if (tables.isPending || layouts.isPending)
    return (
      <Loading what="Loading the tools">
        <Skeleton className="h-96" />
      </Loading>
    );
  const failed = [tables, layouts].find(({ isError }) => isError);
  if (failed) return <ErrorState failure={failed.error} onRetry={() => void failed.refetch()} />;
  const list = tables.data ?? [];
  const table = list.find(({ name }) => name === tableOf(tool?.handler));
  const move = (to: number) => {
    const next = [...tools.list];
    next.splice(to, 0, ...next.splice(at, 1));
    tools.put(next);
    choose(String(to));
  };
  const remove = () => {
    tools.put(tools.list.filter((_, i) => i !== at));
    choose("0");
    const back = () => tool && tools.put((now) => [...now.slice(0, at), tool, ...now.slice(at)]);
    toast({ title: "The tool was removed", key: "tools", undo: { run: () => void back() } });
  };
  return (
    <>
      <PageHeader
        title="Tools"
        actions={
          !readOnly &&
          tools.list.length < most && (
            <AddTool
              tables={list}
              taken={tools.list.map(({ name }) => name)}
              room={most - tools.list.filter(isTouched).length}
              onImported={() => choose("0")}
              onAdd={(added) => {
                const rest = tools.list.filter(isTouched);
                tools.put([...rest, added]);
                choose(String(rest.length));
              }}
            />
          )
        }
      >
        What your app can do. An assistant reads the names and descriptions, and calls the one that fits.
      </PageHeader>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] items-start">
        <div className="grid grid-cols-1 gap-5">
          <ToolList
            list={tools.list}
            at={at}
            shipped={app.origin === "seeded"}
            onChoose={(next) => choose(String(next))}
          />
          {tools.refusal && (
            <Notice tone="bad">
              <strong>Not saved.</strong> {tools.refusal}
            </Notice>
          )}
          {tool && (
            <ToolEditor
              key={at}
              tool={tool}
              fault={(field) => tools.fault(`[${at}].${field}`)}
              tables={list}
              layouts={layouts.data ?? []}
              app={app}
              readOnly={readOnly}
              saved={tools.saving === "saved"}
              onChange={(next: ToolDraft) => tools.put(tools.list.map((t, i) => (i === at ? next : t)))}
              actions={
                !readOnly &&
                tools.list.length > 1 && (
                  <>
                    <IconButton
                      label="Move up"
                      icon={<ArrowUp size={16} aria-hidden="true" />}
                      aria-disabled={at === 0}
                      onClick={() => at > 0 && move(at - 1)}
                    />
                    <IconButton
                      label="Move down"
                      icon={<ArrowDown size={16} aria-hidden="true" />}
                      aria-disabled={at === tools.list.length - 1}
                      onClick={() => at < tools.list.length - 1 && move(at + 1)}
                    />
                    <IconButton
                      label="Remove the tool"
                      icon={<Trash2 size={16} aria-hidden="true" />}
                      onClick={remove}
                    />
                  </>
                )
              }
            />
          )}
        </div>
        {tool && (
          <div className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto min-w-0" tabIndex={-1}>
            <CallPanel
              key={at}
              app={app}
              at={at}
              tool={tool}
              table={table}
              layouts={layouts.data ?? []}
              saved={tools.saving === "saved"}
              build={build && !readOnly}
              onTool={(change) => tools.put((now) => now.map((t) => (t.name === tool.name ? change(t) : t)))}
            />
          </div>
        )}
      </div>
    </>
  );
}
