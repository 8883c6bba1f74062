import { formatPrice, useLocale } from "@chatui/runtime";
import { Actions, Badge, Picture, TitleLink, useLines, useRoom } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import type { Slide } from "./data.ts";

/** What stands on one slide: a picture, a title, a few lines about it, one button. */
export function SlideContent(props: { slide: Slide; pictured: boolean; heading: "h2" | "h3" }): VNode {
  const { slide, pictured, heading: Heading } = props;
  const price = formatPrice(slide.price, useLocale(), slide.currency);
  const { lines, title: about, description: text } = slide;
  const { compact, view } = useLines({ lines, about, text, most: 3, tight: useRoom() !== null });
  return (
    <>
      {pictured ? <Picture src={slide.image} alt={slide.imageAlt} /> : null}
      <div class={compact ? "body compact" : "body"}>
        <Badge text={slide.badge} />
        <Heading class="name" dir="auto">
          <TitleLink href={slide.url}>{about}</TitleLink>
        </Heading>
        {slide.subtitle || price ? (
          <div class="line">
            {slide.subtitle ? (
              <p class="sub" dir="auto">
                {slide.subtitle}
              </p>
            ) : null}
            {price ? (
              <p class="price" dir="auto">
                {price}
              </p>
            ) : null}
          </div>
        ) : null}
        {text ? (
          <p class="text" dir="auto">
            {text}
          </p>
        ) : null}
        {view}
        {slide.action ? <Actions actions={[slide.action]} about={about} /> : null}
      </div>
    </>
  );
}
