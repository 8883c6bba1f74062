import { useEffect, useRef } from "preact/hooks";
import type { Size, View } from "./geo.ts";

/** Lets a mouse drag the ground inside frame. Pins stay what they are: buttons. */
export function useDrag(
  frame: { current: HTMLElement | null },
  view: View | null,
  size: Size | null,
  move: (view: View) => void,
): void {
  const now = useRef({ view, size, move });
  now.current = { view, size, move };
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let from: { x: number; y: number; view: View } | null = null;
    const start = (e: PointerEvent): void => {
      const { view: seen } = now.current;
      if (e.pointerType !== "mouse" || e.button !== 0 || !seen || (e.target as Element).closest("button")) return;
      from = { x: e.clientX, y: e.clientY, view: seen };
      element.setPointerCapture(e.pointerId);
      e.preventDefault();
    };
    const drag = (e: PointerEvent): void => {
      const { size: picture, move: to } = now.current;
      if (!from || !picture) return;
      const scale = from.view.span / picture.width;
      to({
        span: from.view.span,
        x: from.view.x - (e.clientX - from.x) * scale,
        y: from.view.y - (e.clientY - from.y) * scale,
      });
    };
    const stop = (): void => void (from = null);
    const all = { pointerdown: start, pointermove: drag, pointerup: stop, pointercancel: stop };
    for (const [name, fn] of Object.entries(all)) element.addEventListener(name, fn as EventListener);
    return () => {
      for (const [name, fn] of Object.entries(all)) element.removeEventListener(name, fn as EventListener);
    };
  }, [frame]);
}
