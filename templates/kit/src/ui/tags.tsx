import type { VNode } from "preact";

/** Short words in one line, or in more where there is no room; nothing where there are none. Looks: entry.css. */
export function Tags({ tags }: { tags: readonly string[] }): VNode | null {
  return tags.length ? (
    <ul class="tags">
      {tags.map((tag, i) => (
        <li key={i}>
          <span dir="auto">{tag}</span>
        </li>
      ))}
    </ul>
  ) : null;
}
