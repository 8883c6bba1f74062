import { useEffect, useState } from "preact/hooks";

const calm = (): MediaQueryList => window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Whether the planets move, and the way to change that. Somebody who wants less motion sees none until they ask for it,
 * and none again when the wish is made while they watch.
 */
export function useMotion(wanted: boolean): [boolean, (moving: boolean) => void] {
  const [moving, setMoving] = useState(() => wanted && !calm().matches);
  useEffect(() => {
    const query = calm();
    const stop = (): void => {
      if (query.matches) setMoving(false);
    };
    query.addEventListener("change", stop);
    return () => query.removeEventListener("change", stop);
  }, []);
  return [moving, setMoving];
}

/** How many days go by in one second. */
const pace = 15;

/** Calls draw with the days to show: once at first, then for every frame while moving. start: days of the first picture. */
export function useClock(start: number, moving: boolean, draw: (days: number) => void): void {
  const [clock] = useState({ days: start });
  useEffect(() => {
    draw(clock.days);
    if (!moving) return;
    let last: number | null = null;
    let frame = requestAnimationFrame(function step(now) {
      // A page that was hidden goes on where it stopped instead of leaping.
      if (last !== null) clock.days += (Math.min(now - last, 100) / 1000) * pace;
      last = now;
      draw(clock.days);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- draw is a new function each time and means the same
  }, [moving]);
}
