import type { App } from "~/api/apps";
import { exactly } from "~/time/ago";
import { Notice } from "~/ui/Notice";

/** Says on every page of an app that it is suspended, since when and why. */
export function Suspended({ at, reason }: NonNullable<App["suspended"]>) {
  return (
    <div className="mb-5">
      <Notice tone="warn">
        <p className="wrap-anywhere">
          <strong className="font-medium">
            Suspended by whoever runs this server since <time dateTime={at}>{exactly(at)}</time>.
          </strong>{" "}
          Its addresses answer 403. The reason: {reason}
        </p>
      </Notice>
    </div>
  );
}
