import {
  type DisplayMode,
  errorText,
  failed,
  useCan,
  useDisplayModes,
  useHost,
  useHostValue,
  useTheme,
} from "@chatui/runtime";
import { checkIcon, Frame, Icon, plusIcon, press, Whole } from "@chatui/runtime/ui";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { brief, facts, features, most, readCount } from "./facts.ts";

const minusIcon = "M5 12h14";
const labels: Record<DisplayMode, string> = { inline: "Inline", fullscreen: "Full screen", pip: "Picture in picture" };
const swatches = ["accent", "surface", "text", "muted", "soft", "tint"];

export function KitchenSinkWidget(): VNode {
  return (
    <Frame label="Widget demo" skeleton={<Skeleton />}>
      <header class="head">
        <h2 class="title">Widget demo</h2>
        <p class="lead" dir="auto">
          What a widget knows here, and what it can do.
        </p>
      </header>
      <Whole more="Show all facts">
        <div class="sections">
          <Environment />
          <Colors />
          <Abilities />
        </div>
      </Whole>
      <div class="sections controls">
        <Counter />
        <Modes />
      </div>
      <Tries />
    </Frame>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <section class="section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Environment(): VNode {
  const host = useHost();
  const state = useHostValue((s) => s);
  const theme = useTheme();
  return (
    <Section title="Environment">
      <dl class="facts">
        {facts(host.kind, state, theme).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Colors(): VNode {
  return (
    <Section title="Theme">
      <ul class="swatches">
        {swatches.map((name) => (
          <li key={name}>
            <span class={`swatch ${name}`} />
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A number that is kept with the widget. */
function Counter(): VNode {
  const host = useHost();
  const count = readCount(useHostValue((s) => s.widgetState));
  const kept = useCan("setWidgetState");
  const [lost, setLost] = useState(false);
  const set = (next: number): void => {
    host.setWidgetState({ count: next }).then(
      () => setLost(false),
      () => setLost(true),
    );
  };
  return (
    <Section title="State">
      <div class="counter">
        <button type="button" class="button round" aria-label="One less" {...press(() => set(count - 1), count === 0)}>
          <Icon path={minusIcon} />
        </button>
        <output>{count}</output>
        <button
          type="button"
          class="button round"
          aria-label="One more"
          {...press(() => set(count + 1), count === most)}
        >
          <Icon path={plusIcon} />
        </button>
        <p class="note" dir="auto">
          {lost
            ? "The host did not keep it."
            : kept
              ? "The host keeps it with the widget."
              : "It lasts as long as this page."}
        </p>
      </div>
    </Section>
  );
}

function Modes(): VNode | null {
  const host = useHost();
  const current = useHostValue((s) => s.displayMode);
  const modes = useDisplayModes();
  const [answer, setAnswer] = useState("");
  if (!useCan("requestDisplayMode")) return null;
  const request = async (mode: DisplayMode): Promise<void> => {
    try {
      const granted = (await host.requestDisplayMode({ mode }))?.mode;
      setAnswer(granted && granted !== mode ? `The host chose ${granted}.` : "");
    } catch {
      setAnswer("The host refused.");
    }
  };
  return (
    <Section title="Display mode">
      <div class="modes" role="group" aria-label="Display mode">
        {modes.map((mode) => (
          <button
            key={mode}
            type="button"
            class="button"
            aria-pressed={mode === current}
            onClick={() => void request(mode)}
          >
            {labels[mode]}
          </button>
        ))}
      </div>
      <p class={answer ? "note" : "visually-hidden"} role="status" dir="auto">
        {answer}
      </p>
    </Section>
  );
}

function Abilities(): VNode {
  const host = useHost();
  // Any change may be one of features: a handshake that is done tells of them.
  useHostValue((s) => s);
  return (
    <Section title="The host can">
      <ul class="abilities">
        {features.map(([feature, label]) => (
          <li key={feature} class={host.can(feature) ? "can" : "cannot"}>
            {host.can(feature) ? (
              <Icon path={checkIcon} />
            ) : (
              <span class="dash" aria-hidden="true">
                –
              </span>
            )}
            {label}
            <span class="visually-hidden">{host.can(feature) ? ": yes" : ": no"}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The two ways out of a widget: a tool, and the conversation. */
function Tries(): VNode | null {
  const host = useHost();
  const calls = useCan("callTool");
  const messages = useCan("sendFollowUpMessage");
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState("");
  if (!calls && !messages) return null;
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(await work());
    } catch (cause) {
      setOutcome(`Refused: ${cause instanceof Error ? cause.message : "no reason given"}`);
    } finally {
      setBusy(false);
    }
  };
  const call = async (): Promise<string> => {
    const result = await host.callTool("display_demo", {});
    return failed(result)
      ? `The tool refused: ${errorText(result)}`
      : `The tool answered ${brief(result.structuredContent ?? result.content)}`;
  };
  const send = async (): Promise<string> => {
    await host.sendFollowUpMessage({ prompt: "Explain in one sentence what the widget demo shows." });
    return "The message was sent.";
  };
  return (
    <>
      <div class="actions">
        {calls ? (
          <button type="button" class="button primary" {...press(() => attempt(call), busy)}>
            Call the tool
          </button>
        ) : null}
        {messages ? (
          <button type="button" class="button" {...press(() => attempt(send), busy)}>
            Send a message
          </button>
        ) : null}
      </div>
      <p class={outcome ? "note" : "visually-hidden"} role="status" dir="auto">
        {outcome}
      </p>
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
