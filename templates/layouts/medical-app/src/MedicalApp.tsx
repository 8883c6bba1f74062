import { Back, Frame, Notice, Paged, press } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Confirmation } from "./Confirmation.tsx";
import type { Doctor } from "./data.ts";
import { DoctorLine, Omitted } from "./parts.tsx";
import { Slots } from "./Slots.tsx";
import { type Flow, useFlow } from "./useFlow.ts";
import { useWords, type Words } from "./words.ts";

/** How many doctors are shown at once, and how many more a press on the button brings. */
const page = 8;

export function MedicalWidget(): VNode {
  const words = useWords();
  return (
    <Frame
      label={words.app}
      lang={words.lang}
      words={words.frame}
      skeleton={<Skeleton />}
      failed={() => <Elsewhere words={words} />}
    >
      <Content words={words} />
    </Frame>
  );
}

/** A failure is the model's to tell; the widget only says where to look. */
function Elsewhere({ words }: { words: Words }): VNode {
  return (
    <p class="elsewhere" role="status" dir="auto">
      {words.elsewhere}
    </p>
  );
}

function Content({ words }: { words: Words }): VNode {
  const flow = useFlow(words);
  const { view, back, doing, news, here } = flow;
  // The button that was pressed is gone, so reading goes on at the heading of what took its place.
  useLayoutEffect(() => {
    const heading = here && document.querySelector("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [here]);
  if (!view) return <Elsewhere words={words} />;
  return (
    <>
      {back ? <Back label={words.back} onClick={back} /> : null}
      {view.kind === "slots-list" ? (
        <Slots key={view} view={view} flow={flow} words={words} />
      ) : view.kind === "confirmation" ? (
        <Confirmation view={view} words={words} />
      ) : (
        <Doctors
          key={view}
          which={view.kind}
          doctors={view.doctors.entries}
          skipped={view.doctors.skipped}
          flow={flow}
          words={words}
        />
      )}
      {doing ? (
        <progress class="doing" aria-label={doing.what} {...(doing.at === null ? {} : { value: doing.at })} />
      ) : null}
      <p class={doing || news ? "note" : "visually-hidden"} role="status" dir="auto">
        {doing ? doing.what : news}
      </p>
    </>
  );
}

interface DoctorsProps {
  which: "doctors-list" | "disambiguation";
  doctors: Doctor[];
  skipped: number;
  flow: Flow;
  words: Words;
}

/** The doctors that were found, or the ones among whom to choose. */
function Doctors({ which, doctors, skipped, flow, words }: DoctorsProps): VNode {
  const choosing = which === "disambiguation";
  const label = choosing ? words.choose : words.seeSlots;
  return (
    <>
      {doctors.length ? (
        <header class="head">
          <h2 class="title" dir="auto">
            {choosing ? words.which : words.doctors}
          </h2>
        </header>
      ) : (
        <Notice kind="empty" title={words.noDoctors} text={words.noDoctorsText} />
      )}
      <Paged
        entries={doctors}
        page={page}
        class="doctors"
        itemClass="doctor"
        label={words.more}
        item={(doctor) => (
          <DoctorLine doctor={doctor} words={words}>
            {flow.able ? (
              <button
                type="button"
                class="button"
                dir="auto"
                aria-label={`${label}: ${doctor.name || words.unnamed}`}
                {...press(() => flow.choose(doctor), flow.busy)}
              >
                {label}
              </button>
            ) : null}
          </DoctorLine>
        )}
      />
      <Omitted count={skipped} words={words} />
    </>
  );
}

function Skeleton(): VNode {
  return (
    <ul class="doctors">
      {[50, 38].map((width) => (
        <li key={width} class="doctor">
          <div class="picture bone" />
          <div class="words">
            <div class="bone" style={{ width: `${width}%` }} />
            <div class="bone" style={{ width: `${width / 2}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
