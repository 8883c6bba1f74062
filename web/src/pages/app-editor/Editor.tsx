import { Eye } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { useApp } from "~/api/apps";
import type { Layout } from "~/api/layouts";
import { useStore } from "~/api/store";
import { isKind, toolsOf } from "~/api/tools";
import { useAddress } from "~/shell/address";
import { Tabs } from "~/ui";
import { ConflictDialog } from "./draft/ConflictDialog";
import { fieldOf, partOf, parts, type FieldName, type Part } from "./draft/fields";
import { SessionContext, useDraftState, useField, useSession } from "./draft/useDraft";
import type { Schema } from "./data/schema";
import { problemsOf } from "./data/validate";
import { Data } from "./data/Data";
import { Banner } from "./parts/Banner";
import { Bar } from "./parts/Bar";
import { Layouts } from "./parts/Layouts";
import { focusPath, revealed } from "./parts/reveal";
import { Texts } from "./parts/Texts";
import { Tool } from "./parts/Tool";
import { Preview } from "./preview/Preview";
import { Theme } from "./theme/Theme";

const Unkept = lazy(() => import("./parts/Unkept"));
const Refine = lazy(() => import("./refine/Refine").then((m) => ({ default: m.Refine })));

interface Props {
  id: string;
  layouts: readonly Layout[];
  readOnly: boolean;
}

export function Editor({ id, layouts, readOnly }: Props) {
  const session = useSession(id, layouts, readOnly);
  return (
    <SessionContext.Provider value={session}>
      <Page id={id} layouts={layouts} readOnly={readOnly} />
    </SessionContext.Provider>
  );
}

function Page({ id, layouts, readOnly }: Props) {
  const { data: app } = useApp(id);
  const wide = useWide();
  const [wish, setWish] = useAddress("part", "tool");
  const part = (wish === "preview" && !wide) || wish in parts ? (wish as Part | "preview") : "tool";
  const layout = useField("layoutTemplate");
  const current = layouts.find(({ name }) => name === layout);
  const data = useField("mockData");
  const problems = useMemo(() => (current ? problemsOf(current.dataSchema, data) : []), [current, data]);
  const heldFields = useDraftState((s) => s.held);
  const unfinished = useDraftState((s) => s.unfinished !== null);
  const wrongIn = (p: Part) =>
    (p === "data" && (problems.length > 0 || unfinished)) ||
    (parts[p].fields as readonly FieldName[]).some((f) => heldFields[f]);
  useReveal(
    part,
    useCallback((next: Part) => setWish(next), [setWish]),
  );

  /** Who opens a part themselves is not taken any more to where they asked to be before. */
  const choose = (next: string) => {
    revealed.set(null);
    setWish(next);
  };
  const panel: Record<Part, React.ReactNode> = {
    tool: <Tool app={app} readOnly={readOnly} />,
    layout: <Layouts app={app} layouts={layouts} readOnly={readOnly} />,
    data: (
      <Data
        app={app}
        schema={current?.dataSchema as Schema | undefined}
        layout={current}
        problems={problems}
        readOnly={readOnly}
      />
    ),
    theme: <Theme readOnly={readOnly} />,
    texts: <Texts app={app} readOnly={readOnly} />,
  };
  const tabs = (Object.keys(parts) as Part[]).map((p) => ({
    value: p as string,
    panel: panel[p],
    label: (
      <>
        {parts[p].label}
        {wrongIn(p) && (
          <span className="ml-1.5 inline-block size-1.5 rounded-full bg-bad align-middle">
            <span className="sr-only"> (something to fix)</span>
          </span>
        )}
      </>
    ),
  }));
  const preview = <Preview app={app} layouts={layouts} readOnly={readOnly} narrow={!wide} />;
  if (!wide)
    tabs.push({
      value: "preview",
      label: (
        <>
          <Eye size={17} aria-hidden="true" />
          <span className="sr-only">Preview</span>
        </>
      ),
      panel: preview,
    });
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        Edit {app.name}
      </h1>
      <Bar app={app} readOnly={readOnly} />
      <Banner app={app} readOnly={readOnly} />
      {app.origin !== "seeded" && app.layoutTemplate === "form" && isKind(toolsOf(app)[0]?.handler, "mock") && (
        <Suspense fallback={null}>
          <Unkept app={app} readOnly={readOnly} />
        </Suspense>
      )}
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] items-start">
        <div className="grid grid-cols-1 min-w-0">
          {!readOnly && (
            <Suspense fallback={<div className="h-18 mb-5" />}>
              <Refine id={id} />
            </Suspense>
          )}
          <Tabs label="Parts of the app" value={part} onChange={choose} tabs={tabs} />
        </div>
        {wide && (
          <div className="sticky top-28 max-h-[calc(100dvh-8rem)] overflow-y-auto -mr-2 pr-2 pb-1" tabIndex={-1}>
            {preview}
          </div>
        )}
      </div>
      <ConflictDialog />
    </>
  );
}

/** Takes the person to the field that was asked for, whatever part it stands in. */
function useReveal(part: string, open: (part: Part) => void): void {
  const wish = useStore(revealed);
  useEffect(() => {
    if (!wish) return;
    const field = fieldOf(wish.path);
    if (field && partOf(field) !== part) return open(partOf(field));
    let frames = 0;
    let handle = requestAnimationFrame(function look() {
      // What is folded around it opens first; after half a second what is nearest has to do.
      if (focusPath(wish.path, frames < 30)) return revealed.set(null);
      if (frames++ < 31) handle = requestAnimationFrame(look);
      else revealed.set(null); // nothing here can have the focus; the part is open
    });
    return () => cancelAnimationFrame(handle);
  }, [wish, part, open]);
}

const query = matchMedia("(min-width: 64rem)");
const useWide = () =>
  useSyncExternalStore(
    (changed) => {
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => query.matches,
  );
