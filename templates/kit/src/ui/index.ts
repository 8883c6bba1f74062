export { Actions } from "./actions.tsx";
export { Frame, type FrameProps, type FrameWords } from "./frame.tsx";
export { Head, Skipped } from "./head.tsx";
export { Icon } from "./icon.tsx";
export * from "./icons.ts";
export { Link } from "./link.tsx";
export { Notice } from "./notice.tsx";
export { type More, Paged, type PagedProps, useMore } from "./paged.tsx";
export { Picture } from "./picture.tsx";
