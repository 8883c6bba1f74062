import { Link } from "@chatui/runtime/ui";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { type Block, type Inline, type Item, plain } from "./nodes.ts";

/** One block of a text. */
export function Piece({ block }: { block: Block }): VNode {
  if ("items" in block) {
    const { tag: List, start, items, loose } = block;
    const checks = items.every((item) => item.checked !== null);
    return (
      <List class={checks ? "list checks" : "list"} start={start}>
        {items.map((item) => (
          <ListItem item={item} loose={loose} />
        ))}
      </List>
    );
  }
  if ("rows" in block) return <Table {...block} />;
  if ("text" in block) return <pre dir="ltr">{block.text}</pre>;
  if ("blocks" in block) return <blockquote>{pieces(block.blocks)}</blockquote>;
  if (!("words" in block)) return <hr />;
  const Tag = block.tag;
  return (
    <Tag class={"size" in block ? `size-${block.size}` : undefined} dir="auto">
      {words(block.words)}
    </Tag>
  );
}

const pieces = (blocks: Block[]): VNode[] => blocks.map((block) => <Piece block={block} />);

function ListItem({ item: { checked, blocks }, loose }: { item: Item; loose: boolean }): VNode {
  return (
    <li class={checked === null ? undefined : "check"}>
      {checked === null ? null : (
        <span class={checked ? "box on" : "box"} role="img" aria-label={checked ? "Done" : "Open"} />
      )}
      {loose
        ? pieces(blocks)
        : blocks.map((block) =>
            block.tag === "p" ? <div dir="auto">{words(block.words)}</div> : <Piece block={block} />,
          )}
    </li>
  );
}

/** The roles are said aloud because a narrow page lays the rows of a wide table out as blocks, and roles go with display. */
function Table({ head, align, rows }: Extract<Block, { tag: "table" }>): VNode {
  const cell = (content: Inline[], i: number, name?: string): VNode => (
    <td role="cell" class={align[i]} data-name={name}>
      <span dir="auto">{words(content)}</span>
    </td>
  );
  return (
    <table class={head.length > 3 ? "broad" : undefined} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {head.map((name, i) =>
            plain(name) ? (
              <th role="columnheader" class={align[i]} dir="auto">
                {words(name)}
              </th>
            ) : (
              cell([], i)
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row">{head.map((name, i) => cell(row[i] ?? [], i, plain(name)))}</tr>
        ))}
      </tbody>
    </table>
  );
}

function words(nodes: Inline[]): ComponentChildren[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    if ("href" in node)
      return (
        <Link href={node.href} class="anchor">
          {words(node.words)}
        </Link>
      );
    if ("src" in node) return <Image {...node} />;
    const Tag = node.tag;
    return <Tag>{"words" in node ? words(node.words) : null}</Tag>;
  });
}

/** A picture in its own proportions; its alternative text in its place when there is none or it does not load. */
function Image({ src, alt }: { src: string; alt: string }): VNode {
  const [broken, setBroken] = useState(!src);
  if (broken) return <span class="missing">{alt || "Picture not available"}</span>;
  return <img src={src} alt={alt} loading="lazy" referrerpolicy="no-referrer" onError={() => setBroken(true)} />;
}
