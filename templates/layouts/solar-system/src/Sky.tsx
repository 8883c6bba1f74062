import { useLocale } from "@chatui/runtime";
import { Icon, pauseIcon, playIcon } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { orbit, picture, place, type Planet, planets, timeOf } from "./planets.ts";
import { useClock } from "./useMotion.ts";

export interface SkyProps {
  chosen: number;
  choose: (index: number) => void;
  moving: boolean;
  move: (moving: boolean) => void;
  /** Days of the first picture. */
  start: number;
}

/** The planets on their orbits. A press chooses one, as the list below does for the keyboard. */
export function Sky({ chosen, choose, moving, move, start }: SkyProps): VNode {
  const month = useMonth();
  const bodies = useRef<(SVGGElement | null)[]>([]);
  const date = useRef<HTMLParagraphElement>(null);
  // Sixty times a second only these attributes change: rendering would be work for nothing.
  useClock(start, moving, (days) => {
    bodies.current.forEach((body, i) => {
      const { x, y } = place(i, days);
      body?.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    });
    const now = month(timeOf(days));
    if (date.current && date.current.textContent !== now) date.current.textContent = now;
  });
  const name = (planets[chosen] as Planet).name;
  return (
    <div class="sky">
      <svg
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        role="img"
        aria-label={`The orbits of the eight planets around the sun, with ${name} marked`}
      >
        {planets.map((planet, i) => (
          <ellipse
            key={planet.name}
            class={i === chosen ? "orbit chosen" : "orbit"}
            cx={picture.width / 2}
            cy={picture.height / 2}
            {...orbit(i)}
          />
        ))}
        <circle class="glow" cx={picture.width / 2} cy={picture.height / 2} r="18" fill="#e79a14" />
        <circle cx={picture.width / 2} cy={picture.height / 2} r="11" fill="#e79a14" />
        {planets.map((planet, i) => (
          <g key={planet.name} ref={(g) => void (bodies.current[i] = g)} class="body" onClick={() => choose(i)}>
            <circle r="13" fill="transparent" />
            <Globe planet={planet} />
            {i === chosen ? <circle class="mark" r={planet.size + 4.5} /> : null}
          </g>
        ))}
      </svg>
      <p ref={date} class="date" />
      <button type="button" class="pause" aria-label={moving ? "Pause" : "Play"} onClick={() => move(!moving)}>
        <Icon path={moving ? pauseIcon : playIcon} />
      </button>
    </div>
  );
}

function Globe({ planet }: { planet: Planet }): VNode {
  return (
    <>
      {planet.name === "Saturn" ? (
        <ellipse
          class="ring"
          rx={planet.size * 1.75}
          ry={planet.size * 0.6}
          stroke={planet.color}
          transform="rotate(-18)"
        />
      ) : null}
      <circle r={planet.size} fill={planet.color} />
    </>
  );
}

function useMonth(): (time: number) => string {
  const locale = useLocale();
  return useMemo(() => {
    const options: Intl.DateTimeFormatOptions = { month: "long", year: "numeric", timeZone: "UTC" };
    let format: Intl.DateTimeFormat;
    try {
      format = new Intl.DateTimeFormat(locale, options);
    } catch {
      format = new Intl.DateTimeFormat("en", options);
    }
    return (time) => format.format(time);
  }, [locale]);
}
