import { isDict, useToolOutput, useToolResponseMetadata } from "@chatui/runtime";
import { Frame, Head, Nothing, Notice, Skipped } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type Chat, readChat } from "./data.ts";
import { Offers } from "./Offers.tsx";
import { Log } from "./Log.tsx";
import { useSending } from "./useSending.ts";

export function ChatWidget(): VNode {
  return (
    <Frame label="Chat" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const meta = useToolResponseMetadata();
  const data = useMemo(() => {
    const said = readChat(output);
    // Where nothing has been said, the app may have something to begin with, which is not the model's to read.
    return blank(said) && !said.empty && isDict(meta?.["conversation"]) ? readChat(meta["conversation"]) : said;
  }, [output, meta]);
  if (!data.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no messages." />;
  }
  return <Conversation key={data} chat={data} />;
}

/** Whether there is nothing to show of the conversation. */
const blank = ({ messages, seed, suggestions }: Chat): boolean => !messages.length && !seed && !suggestions.length;

/** The messages, and what the person might say next. The host's own composer is where other words are typed. */
function Conversation({ chat }: { chat: Chat }): VNode {
  const sending = useSending();
  const { seed, suggestions } = chat;
  const nothing = blank(chat) && !sending.sent.length;
  const said = sending.sent.map((words) => ({ role: "user" as const, name: "", words, time: "" }));
  return (
    <>
      <Head title={chat.title} subtitle={chat.subtitle} />
      {nothing ? (
        <Nothing said={chat.empty} title="No messages yet" text="Write in the conversation to begin." />
      ) : null}
      <Log messages={chat.messages} added={said} />
      <Offers
        seed={sending.sent.includes(seed) ? "" : seed}
        suggestions={suggestions.filter((s) => !sending.sent.includes(s.prompt))}
        sending={sending}
      />
      <Skipped count={chat.skipped} />
    </>
  );
}

function Skeleton(): VNode {
  return (
    <div class="log">
      <div class="turn user">
        <div class="bone bone-bubble" />
      </div>
      <div class="turn assistant">
        <div class="bone bone-bubble long" />
      </div>
    </div>
  );
}
