import { useToolOutput, useToolResponseMetadata } from "@chatui/runtime";
import { Actions, Frame, Head, Nothing, Notice, Skipped } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Canvas } from "./Canvas.tsx";
import { readPlaces, type Place } from "./data.ts";
import { type Ground, readGround } from "./ground.ts";
import { List } from "./List.tsx";

export function MapWidget(): VNode {
  return (
    <Frame label="Map" skeleton={<div class="bone bone-map" />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const meta = useToolResponseMetadata();
  const data = useMemo(() => readPlaces(output), [output]);
  const ground = useMemo(() => readGround(meta), [meta]);
  if (!data.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no list of places." />;
  }
  return (
    <>
      <Head title={data.title} subtitle={data.subtitle} />
      {data.places.length ? (
        <Both key={data} places={data.places} ground={ground} level={data.title ? 3 : 2} />
      ) : (
        <Nothing said={data.empty} text="There are no places for this request." />
      )}
      <Skipped count={data.skipped} />
      <Actions actions={data.actions} />
    </>
  );
}

/** The map and its list. A place chosen in one is marked in both. */
function Both({ places, ground, level }: { places: Place[]; ground: Ground; level: 2 | 3 }): VNode {
  const [chosen, setChosen] = useState<number | null>(null);
  const lost = places.filter((p) => !p.point).length;
  return (
    <>
      <div class="both">
        {lost < places.length ? <Canvas places={places} ground={ground} chosen={chosen} choose={setChosen} /> : null}
        <List places={places} chosen={chosen} choose={setChosen} level={level} />
      </div>
      {lost ? (
        <p class="note" dir="auto">
          {lost === 1 ? "1 place has no position." : `${lost} places have no position.`}
        </p>
      ) : null}
    </>
  );
}
