import { useToolOutput } from "@chatui/runtime";
import { Actions, Frame, Head, Nothing, Notice, Whole } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { readText } from "./data.ts";
import { Piece } from "./Text.tsx";

export function MarkdownWidget(): VNode {
  return (
    <Frame label="Text" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const data = useMemo(() => readText(output), [output]);
  if (!data && output !== null)
    return <Notice kind="error" title="This result cannot be shown" text="It holds no text." />;
  return (
    <>
      <Head title={data?.title ?? ""} subtitle="" />
      {data?.blocks.length ? (
        <Whole key={data}>
          <div class="prose">
            {data.blocks.map((block) => (
              <Piece block={block} />
            ))}
          </div>
        </Whole>
      ) : (
        <Nothing said={data?.empty ?? ""} text="The text is empty." />
      )}
      {data && data.cut > 0 ? (
        <p class="note">{`The text is too long: its last ${data.cut} characters are not shown.`}</p>
      ) : null}
      <Actions actions={data?.actions ?? []} />
    </>
  );
}

function Skeleton(): VNode {
  return (
    <div class="prose">
      {[45, 100, 94, 60].map((width) => (
        <div key={width} class="bone line" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
