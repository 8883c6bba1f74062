import { Picture, userIcon } from "@chatui/runtime/ui";
import type { ComponentChildren, VNode } from "preact";
import type { Doctor } from "./data.ts";
import type { Words } from "./words.ts";

/** Says how many entries could not be shown. */
export function Omitted({ count, words }: { count: number; words: Words }): VNode | null {
  return count ? (
    <p class="note" dir="auto">
      {words.skipped(count)}
    </p>
  ) : null;
}

/** Who a doctor is and where to find them, with a control at the end of the line. level: of the heading. */
export function DoctorLine(props: {
  doctor: Doctor;
  words: Words;
  level?: 2 | 3;
  children?: ComponentChildren;
}): VNode {
  const { doctor } = props;
  const Heading = props.level === 2 ? "h2" : "h3";
  const place = [doctor.address, doctor.place].filter(Boolean).join(" · ");
  return (
    <>
      <Picture src={doctor.image} alt="" icon={userIcon} />
      <div class="words">
        <Heading class="name" dir="auto">
          {doctor.name || props.words.unnamed}
        </Heading>
        {doctor.specialty ? (
          <p class="sub" dir="auto">
            {doctor.specialty}
          </p>
        ) : null}
        {place ? (
          <p class="sub" dir="auto">
            {place}
          </p>
        ) : null}
      </div>
      {props.children}
    </>
  );
}
