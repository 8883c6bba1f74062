import { ago, exactly } from "~/time/ago";

/** A time as people say it; the exact one on hover and for machines. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago(at)}
    </time>
  );
}
