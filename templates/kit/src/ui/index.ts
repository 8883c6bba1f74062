export { Actions } from "./actions.tsx";
export { Frame } from "./frame.tsx";
export { Head, Skipped } from "./head.tsx";
export { Icon } from "./icon.tsx";
export * from "./icons.ts";
export { Link } from "./link.tsx";
export { type More, useMore } from "./more.tsx";
export { Notice } from "./notice.tsx";
export { Picture } from "./picture.tsx";
