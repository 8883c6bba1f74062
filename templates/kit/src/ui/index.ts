export { Frame } from "./frame.tsx";
export { Icon } from "./icon.tsx";
export * from "./icons.ts";
export { Link } from "./link.tsx";
export { Notice } from "./notice.tsx";
