import { ago, due, exactly } from "~/time/ago";

/** A time as people say it, or when what is ahead is due; the exact one on hover and for machines. */
export function Time({ at, ahead }: { at: string; ahead?: boolean }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      {ahead ? due(at) : ago(at)}
    </time>
  );
}
