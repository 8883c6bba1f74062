export { Frame } from "./frame.tsx";
export { Icon, type IconName } from "./icon.tsx";
export { Link } from "./link.tsx";
export { Notice } from "./notice.tsx";
