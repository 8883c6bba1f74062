import { formatLine, formatPrice, type Line, useLocale, useToolOutput } from "@chatui/runtime";
import {
  Actions,
  Badge,
  Frame,
  Nothing,
  Notice,
  Picture,
  Skipped,
  Tags,
  TitleLink,
  useMore,
  Whole,
} from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type Details, readDetails, type Section } from "./data.ts";

/** How many facts, and points of a section, are shown at once, and how many more a press on the button brings. */
const page = 12;

export function DetailsWidget(): VNode {
  return (
    <Frame label="Details" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const details = useMemo(() => readDetails(output), [output]);
  if (output === null || details.empty)
    return <Nothing said={details.empty} text="There are no details for this request." />;
  if (!details.readable)
    return <Notice kind="error" title="This result cannot be shown" text="It holds no title, no facts and no text." />;
  return (
    <>
      <Whole key={details}>
        <article>
          <div class={`top ${details.pictured ? "pictured" : ""}`}>
            {details.pictured ? <Picture src={details.image} alt={details.imageAlt} /> : null}
            <Summary details={details} />
          </div>
          {details.sections.map((section, i) => (
            <Part key={i} section={section} />
          ))}
        </article>
      </Whole>
      <Skipped count={details.skipped} />
      <Actions actions={details.actions} />
    </>
  );
}

function Summary({ details }: { details: Details }): VNode {
  const price = formatPrice(details.price, useLocale(), details.currency);
  return (
    <div class="summary">
      <header class="names">
        <Badge text={details.badge} />
        <h2 class="title" dir="auto">
          <TitleLink href={details.url}>{details.title}</TitleLink>
        </h2>
        {details.subtitle ? (
          <p class="lead" dir="auto">
            {details.subtitle}
          </p>
        ) : null}
        {price ? (
          <p class="price" dir="auto">
            {price}
          </p>
        ) : null}
      </header>
      {details.description ? (
        <p class="prose" dir="auto">
          {details.description}
        </p>
      ) : null}
      <Tags tags={details.tags} />
      {details.facts.length ? <Facts facts={details.facts} /> : null}
    </div>
  );
}

function Facts({ facts }: { facts: Line[] }): VNode {
  const locale = useLocale();
  const more = useMore<HTMLDListElement>(facts.length, page, undefined, false);
  return (
    <div>
      <dl ref={more.list} class="facts">
        {facts.slice(0, more.shown).map((fact, i) => {
          const value = formatLine(fact, locale);
          return (
            <div key={i} class="fact" tabIndex={more.tabIndex(i)}>
              <dt dir="auto">{fact.label}</dt>
              <dd dir="auto">
                <TitleLink href={fact.url}>{value}</TitleLink>
              </dd>
            </div>
          );
        })}
      </dl>
      {more.button}
    </div>
  );
}

function Part({ section }: { section: Section }): VNode {
  const more = useMore<HTMLUListElement>(section.items.length, page, undefined, false);
  return (
    <section class="part">
      {section.title ? (
        <h3 class="name" dir="auto">
          {section.title}
        </h3>
      ) : null}
      {section.text ? (
        <p class="prose" dir="auto">
          {section.text}
        </p>
      ) : null}
      {section.items.length ? (
        <ul ref={more.list} class="points">
          {section.items.slice(0, more.shown).map((item, i) => (
            <li key={i} tabIndex={more.tabIndex(i)}>
              <p dir="auto">{item}</p>
            </li>
          ))}
        </ul>
      ) : null}
      {more.button}
    </section>
  );
}

function Skeleton(): VNode {
  return (
    <div class="top pictured">
      <div class="picture bone" />
      <div class="summary">
        <div class="bone bone-name" />
        <div class="bone bone-text" />
        <div class="bone bone-text" />
      </div>
    </div>
  );
}
