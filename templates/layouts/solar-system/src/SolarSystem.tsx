import { useCan, useHost, useHostValue, useLocale, useToolOutput } from "@chatui/runtime";
import { Frame, press, Whole } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { daysOf, number, type Planet, planets, readChoice, readScene, type Scene, span } from "./planets.ts";
import { Sky } from "./Sky.tsx";
import { useMotion } from "./useMotion.ts";

export function SolarSystemWidget(): VNode {
  return (
    <Frame label="Solar system" skeleton={<div class="bone sky-bone" />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const scene = useMemo(() => readScene(output), [output]);
  return <System key={output} scene={scene} />;
}

function System({ scene }: { scene: Scene }): VNode {
  const host = useHost();
  const kept = readChoice(useHostValue((s) => s.widgetState));
  const [start] = useState(() => daysOf(Date.now()));
  const [moving, move] = useMotion(scene.moving);
  const [pressed, setPressed] = useState<number | null>(null);
  const chosen = pressed ?? (kept < 0 ? scene.planet : kept);
  const planet = planets[chosen] as Planet;
  const choose = (index: number): void => {
    setPressed(index);
    void host.setWidgetState({ planet: (planets[index] as Planet).name }).catch(() => {});
  };
  return (
    <>
      <Whole>
        <div class="system">
          <Sky chosen={chosen} choose={choose} moving={moving} move={move} start={start} />
          <section class="planet" aria-live="polite">
            <h2 class="title">{planet.name}</h2>
            <p class="about" dir="auto">
              {(chosen === scene.planet && scene.about) || planet.about}
            </p>
            <Figures planet={planet} />
          </section>
        </div>
      </Whole>
      <Choice chosen={chosen} choose={choose} />
      {scene.unknown ? (
        <p class="note" dir="auto">{`There is no planet “${[...scene.unknown].slice(0, 60).join("")}” here.`}</p>
      ) : null}
      <p class="note scale" dir="auto">
        The planets stand where they are in the month shown. Distances and sizes are not to scale.
      </p>
      <Ways planet={planet} />
    </>
  );
}

function Figures({ planet }: { planet: Planet }): VNode {
  const locale = useLocale();
  const figures = [
    ["From the sun", `${number(planet.distance, locale)} million km`],
    ["Year", span(planet.year * 24, locale)],
    ["Day", span(planet.day, locale)],
    ["Diameter", `${number(planet.diameter, locale)} km`],
  ];
  return (
    <dl class="figures">
      {figures.map(([term, figure]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd dir="auto">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The planets as radio buttons: arrow keys go from one to the next. */
function Choice({ chosen, choose }: { chosen: number; choose: (index: number) => void }): VNode {
  return (
    <fieldset class="choice">
      <legend class="visually-hidden">Planet</legend>
      {planets.map((planet, i) => (
        <label key={planet.name} class="chip">
          <input type="radio" name="planet" checked={i === chosen} onChange={() => choose(i)} />
          <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
            <circle cx="5" cy="5" r="5" fill={planet.color} />
          </svg>
          {planet.name}
        </label>
      ))}
    </fieldset>
  );
}

/** Ways on from here: the conversation, and more room. */
function Ways({ planet }: { planet: Planet }): VNode | null {
  const host = useHost();
  const messages = useCan("sendFollowUpMessage");
  const display = useHostValue((s) => s.displayMode);
  const roomy = useCan("requestDisplayMode") && display === "inline";
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  if (!messages && !roomy) return null;
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      setRefused(false);
    } catch {
      setRefused(true);
    } finally {
      setBusy(false);
    }
  };
  const grow = async (): Promise<void> => {
    const granted = (await host.requestDisplayMode({ mode: "fullscreen" }))?.mode;
    if (granted && granted !== "fullscreen") throw new Error(`The host chose ${granted}.`);
  };
  return (
    <>
      <div class="actions">
        {messages ? (
          <button
            type="button"
            class="button"
            {...press(
              () =>
                attempt(() => host.sendFollowUpMessage({ prompt: `Tell me more about the planet ${planet.name}.` })),
              busy,
            )}
          >
            {`Ask about ${planet.name}`}
          </button>
        ) : null}
        {roomy ? (
          <button type="button" class="button" {...press(() => attempt(grow), busy)}>
            Full screen
          </button>
        ) : null}
      </div>
      {refused ? (
        <p class="note" dir="auto" role="alert">
          The host refused. Try again.
        </p>
      ) : null}
    </>
  );
}
