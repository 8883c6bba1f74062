import { closeIcon, Icon, Lines, Picture, Step, stepKey, TitleLink } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { nameOf, type Shot } from "./data.ts";

export interface LightboxProps {
  shots: Shot[];
  /** The index of the picture that is shown. */
  at: number;
  go: (at: number) => void;
  close: () => void;
}

/**
 * One picture as large as the card allows. It takes the place of the grid instead of lying over it: the frame of an inline
 * widget is as high as its content, so that something in its middle might be out of sight. The focus stays inside.
 */
export function Lightbox({ shots, at, go, close }: LightboxProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => closer.current?.focus(), []);
  const shot = shots[at]!;
  const name = nameOf(shot, at);
  const keys = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepKey(event.key, at, shots.length, getComputedStyle(box.current!).direction === "rtl");
    if (event.key === "Tab") return circle(event, box.current!);
    if (event.key !== "Escape" && next === null) return;
    event.preventDefault();
    if (next === null) close();
    else go(next);
  };
  return (
    <div ref={box} class="lightbox" role="dialog" aria-modal="true" aria-label={name} onKeyDown={keys}>
      <div class="top">
        <p class="place" role="status" dir="auto">
          {shots.length > 1 ? `${at + 1} of ${shots.length}` : null}
          <span class="visually-hidden">{`: ${name}`}</span>
        </p>
        <button ref={closer} type="button" class="step" aria-label="Close" onClick={close}>
          <Icon path={closeIcon} />
        </button>
      </div>
      <div class="stage">
        <Picture key={at} src={shot.image} alt={shot.alt || name} />
        {shots.length > 1 ? (
          <>
            <Step to="previous" label="Previous picture" end={at === 0} go={() => go(at - 1)} />
            <Step to="next" label="Next picture" end={at === shots.length - 1} go={() => go(at + 1)} />
          </>
        ) : null}
      </div>
      <div class="words">
        <h2 class="name" dir="auto">
          <TitleLink href={shot.url}>{name}</TitleLink>
        </h2>
        {shot.description ? (
          <p class="text" dir="auto">
            {shot.description}
          </p>
        ) : null}
        <Lines key={at} lines={shot.lines} about={name} />
      </div>
    </div>
  );
}

/** Leads the focus from the last control to the first one and back. */
function circle(event: KeyboardEvent, box: HTMLElement): void {
  const controls = [...box.querySelectorAll<HTMLElement>("button, a")];
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
