import { useToolOutput } from "@chatui/runtime";
import { Actions, Frame, Head, Nothing, Notice, Paged, Picture, Skipped } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Gallery, nameOf, readGallery } from "./data.ts";
import { Lightbox } from "./Lightbox.tsx";

/** How many pictures are shown at once, and how many more a press on the button brings. */
const page = 12;

export function GalleryWidget(): VNode {
  return (
    <Frame label="Gallery" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const gallery = useMemo(() => readGallery(output), [output]);
  if (!gallery.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no list of pictures." />;
  }
  return <Pictures key={gallery} gallery={gallery} />;
}

/** The grid, and in its place the picture that people have opened. The grid stays in the document, to come back as it was. */
function Pictures({ gallery }: { gallery: Gallery }): VNode {
  const { shots } = gallery;
  const [open, setOpen] = useState<number | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const last = useRef(0);
  const back = useRef(false);
  useLayoutEffect(() => {
    if (!back.current) return;
    back.current = false;
    const buttons = grid.current!.querySelectorAll<HTMLElement>(".open");
    (buttons[last.current] ?? buttons[buttons.length - 1])?.focus();
  }, [open]);
  const show = (at: number): void => {
    last.current = at;
    setOpen(at);
  };
  const close = (): void => {
    back.current = true;
    setOpen(null);
  };
  return (
    <>
      <div ref={grid} hidden={open !== null}>
        <Head title={gallery.title} subtitle={gallery.subtitle} />
        {shots.length ? (
          <Grid gallery={gallery} show={show} />
        ) : (
          <Nothing said={gallery.empty} title="No pictures" text="There are no pictures for this request." />
        )}
        <Skipped count={gallery.skipped} />
        <Actions actions={gallery.actions} />
      </div>
      {open === null ? null : <Lightbox shots={shots} at={open} go={show} close={close} />}
    </>
  );
}

function Grid({ gallery: { shots }, show }: { gallery: Gallery; show: (at: number) => void }): VNode {
  return (
    <Paged
      entries={shots}
      page={page}
      class={`grid of-${columns(shots.length)}`}
      itemClass="shot"
      item={(shot, i) => (
        <>
          <button type="button" class="open" aria-label={`Enlarge ${nameOf(shot, i)}`} onClick={() => show(i)}>
            <Picture src={shot.image} alt="" />
          </button>
          {shot.title ? (
            <p class="name" dir="auto">
              {shot.title}
            </p>
          ) : null}
        </>
      )}
    />
  );
}

/** The number of columns on a wide page that leaves the last row as full as can be. */
function columns(count: number): number {
  if (count < 4) return count;
  return count === 5 || count === 6 || count === 9 ? 3 : 4;
}

function Skeleton(): VNode {
  return (
    <ul class="grid of-3">
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <li key={i} class="shot">
          <div class="picture bone" />
        </li>
      ))}
    </ul>
  );
}
