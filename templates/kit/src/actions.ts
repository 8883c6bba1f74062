import { isDict } from "./host.ts";
import { text } from "./text.ts";

/** A button of the author's: pressed, it writes prompt into the conversation. */
export interface Action {
  label: string;
  prompt: string;
}

/** At most two actions; what is no action is left out, a label is cut at the 40 characters that the schemas allow. */
export function readActions(value: unknown): Action[] {
  return (Array.isArray(value) ? value : [])
    .filter(isDict)
    .map((a) => ({ label: short(text(a["label"])), prompt: text(a["prompt"]) }))
    .filter((a) => a.label && a.prompt)
    .slice(0, 2);
}

function short(label: string): string {
  const characters = [...label];
  return characters.length > 40 ? `${characters.slice(0, 39).join("")}…` : label;
}
