import { useToolOutput } from "@chatui/runtime";
import { Actions, Frame, Head, Nothing, Notice, Skipped, Step, stepKey } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type Carousel, fewest, readCarousel } from "./data.ts";
import { SlideContent } from "./Slide.tsx";
import { isRtl, useTrack } from "./track.ts";

export function CarouselWidget(): VNode {
  return (
    <Frame label="Carousel" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const data = useMemo(() => readCarousel(output), [output]);
  if (!data.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It holds no list of items." />;
  }
  const { slides, left } = data;
  return (
    <>
      <Head title={data.title} subtitle={data.subtitle} />
      {!slides.length ? (
        <Nothing said={data.empty} text="There are no entries for this request." />
      ) : slides.length < fewest ? (
        <div key={data} class={`few of-${slides.length}`}>
          {slides.map((_, i) => (
            <div key={i} class="slide">
              {slideOf(data, i)}
            </div>
          ))}
        </div>
      ) : (
        <Row key={data} data={data} />
      )}
      {left ? (
        <p class="note" dir="auto">{`The first ${slides.length} of ${slides.length + left} entries are shown.`}</p>
      ) : null}
      <Skipped count={data.skipped} />
      <Actions actions={data.actions} />
    </>
  );
}

const slideOf = ({ slides, title }: Carousel, i: number): VNode => (
  <SlideContent slide={slides[i]!} pictured={slides.some((s) => s.image)} heading={title ? "h3" : "h2"} />
);

/** Three to eight slides in a row that scrolls sideways: by hand, with the arrow keys, or with two buttons. */
function Row({ data }: { data: Carousel }): VNode {
  const { slides, title } = data;
  const { ref, stops, at, first, last, goal, go } = useTrack(slides.length);
  const moves = stops.length > 1;
  const keys = (event: KeyboardEvent): void => {
    const stop =
      event.altKey || event.ctrlKey || event.metaKey
        ? null
        : stepKey(event.key, goal(), stops.length, isRtl(ref.current!));
    if (stop === null || !moves) return;
    event.preventDefault();
    go(stop);
  };
  return (
    <section aria-roledescription="carousel" aria-label={title || "Entries"} onKeyDown={keys}>
      <div
        ref={ref}
        class={`track of-${Math.min(4, slides.length)}`}
        role="group"
        aria-label="Slides"
        tabIndex={moves ? 0 : undefined}
      >
        {slides.map((slide, i) => (
          <div
            key={i}
            class="slide"
            role="group"
            aria-roledescription="slide"
            aria-label={`${i + 1} of ${slides.length}: ${slide.title}`}
          >
            {slideOf(data, i)}
          </div>
        ))}
      </div>
      {moves ? (
        <div class="bar">
          <p
            class="place"
            role="status"
            dir="auto"
          >{`${first === last ? first + 1 : `${first + 1}–${last + 1}`} of ${slides.length}`}</p>
          <Step to="previous" label="Previous" end={at === 0} go={() => go(Math.max(0, goal() - 1))} />
          <Step
            to="next"
            label="Next"
            end={at === stops.length - 1}
            go={() => go(Math.min(stops.length - 1, goal() + 1))}
          />
        </div>
      ) : null}
    </section>
  );
}

function Skeleton(): VNode {
  return (
    <div class="track still of-4">
      {[0, 1, 2, 3].map((i) => (
        <div key={i} class="slide">
          <div class="picture bone" />
          <div class="body">
            <div class="bone bone-name" />
            <div class="bone bone-text" />
          </div>
        </div>
      ))}
    </div>
  );
}
