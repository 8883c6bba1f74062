import type { VNode } from "preact";
import { type Tone, toneOf } from "../tone.ts";

/** A short text that stands out, in the colour of what it means; nothing for "". tone: what it means, where that is known. */
export function Badge({ text, tone = toneOf(text) }: { text: string; tone?: Tone | null }): VNode | null {
  return text ? (
    <p class={tone ? `badge ${tone}` : "badge"} dir="auto">
      {text}
    </p>
  ) : null;
}
