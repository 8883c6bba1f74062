import { checkIcon, Icon } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import type { View } from "./data.ts";
import type { Words } from "./words.ts";

/** The appointment that was made. Of the phone only the end is shown: enough to recognise, too little to read off. */
export function Confirmation({ view, words }: { view: Extract<View, { kind: "confirmation" }>; words: Words }): VNode {
  const { doctor } = view;
  const place = doctor ? [doctor.address, doctor.place].filter(Boolean).join(" · ") : "";
  return (
    <>
      <header class="head confirmed">
        <span class="stamp">
          <Icon path={checkIcon} />
        </span>
        <div class="words">
          <h2 class="title" dir="auto">
            {words.confirmed}
          </h2>
          {doctor ? (
            <p class="lead" dir="auto">
              {[doctor.name || words.unnamed, doctor.specialty].filter(Boolean).join(" · ")}
            </p>
          ) : null}
        </div>
      </header>
      <dl class="facts">
        <Fact term={words.when} text={view.when} />
        <Fact term={words.where} text={place} />
        <Fact term={words.patient} text={view.patient} />
        <Fact term={words.phone} text={view.phone && `•••• ${view.phone}`} spoken={words.ends(view.phone)} />
      </dl>
    </>
  );
}

/** spoken: what a screen reader says for the text, where that is not the text itself. */
function Fact({ term, text, spoken }: { term: string; text: string; spoken?: string }): VNode | null {
  if (!text) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd dir="auto">
        <span aria-hidden={spoken ? "true" : undefined}>{text}</span>
        {spoken ? <span class="visually-hidden">{spoken}</span> : null}
      </dd>
    </div>
  );
}
