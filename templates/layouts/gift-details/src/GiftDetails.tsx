import { useCan, useHost, useToolOutput, useToolResponseMetadata } from "@chatui/runtime";
import { Frame, Notice } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Details } from "./Details.tsx";
import { detailCodes, readDetails, sentence } from "./gift.ts";
import { useStars } from "./stars.tsx";

export function GiftDetailsWidget(): VNode {
  const failed = (message: string | null): VNode => (
    <Notice kind="error" title="These details cannot be shown" text={sentence(message, detailCodes)} />
  );
  return (
    <Frame label="Gift details" skeleton={<Skeleton />} failed={failed}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const host = useHost();
  const output = useToolOutput();
  const meta = useToolResponseMetadata();
  const gift = useMemo(() => readDetails(output, meta), [output, meta]);
  const stars = useStars();
  const can = useCan("sendFollowUpMessage");
  const [way, setWay] = useState<"closed" | "open" | "taken">("open");
  if (!gift) {
    return <Notice kind="empty" title="No gift to show" text={detailCodes.not_found} />;
  }
  // The list is another result of the conversation, so only the conversation can lead there.
  const back = async (): Promise<void> => {
    setWay("taken");
    try {
      await host.sendFollowUpMessage({ prompt: "Go back to the list of gift recommendations." });
      setWay("open");
    } catch {
      setWay("closed");
    }
  };
  return (
    <>
      <Details
        key={output}
        gift={gift}
        stars={stars}
        back={can ? () => void back() : undefined}
        busy={way === "taken"}
      />
      {way === "closed" ? (
        <p class="note" role="alert">
          The list could not be asked for. Try again.
        </p>
      ) : null}
    </>
  );
}

function Skeleton(): VNode {
  return (
    <div class="skeleton">
      <div class="bone" />
      <div class="bone" />
      <div class="bone" />
    </div>
  );
}
