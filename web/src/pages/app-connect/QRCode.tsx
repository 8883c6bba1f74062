import { useMemo } from "react";
import { encode } from "uqr";

/** A text as QR code: black on white in both schemes, since many readers fail on inverted ones. label says what it leads to. */
export function QRCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" rx="1.5" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The quiet zone that the standard asks for, in modules. */
const border = 4;

function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border });
  const path = data.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
  return { path, size };
}

/** Where dark modules stand side by side in a row: beginning and length. */
function runs(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else found.push([x, 1]);
  });
  return found;
}
