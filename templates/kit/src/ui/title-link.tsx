import type { ComponentChildren, VNode } from "preact";
import { Icon } from "./icon.tsx";
import { externalIcon } from "./icons.ts";
import { Link } from "./link.tsx";

/** A text that leads outside where there is an address, with the sign for it; else just the text. Looks: entry.css. */
export function TitleLink({ href, children }: { href: string; children: ComponentChildren }): VNode {
  if (!href) return <>{children}</>;
  return (
    <Link href={href} class="link">
      {children}
      {/* A word joiner, in a span that does not wrap: the sign never stands on a line of its own. */}
      <span class="sign">
        {"\u2060"}
        <Icon path={externalIcon} />
      </span>
    </Link>
  );
}
