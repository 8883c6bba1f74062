import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { imageIcon } from "./icons.ts";

/** A picture that gives way to a quiet placeholder when there is none or it does not load. src: out of safeImage. */
export function Picture({ src, alt, icon = imageIcon }: { src: string; alt: string; icon?: string }): VNode {
  const [broken, setBroken] = useState(false);
  return (
    <div class="picture">
      {src && !broken ? (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon path={icon} />
      )}
    </div>
  );
}
