import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/badge.css";
import "@chatui/runtime/entry.css";
import "@chatui/runtime/lines.css";
import "@chatui/runtime/run.css";
import "@chatui/runtime/rest.css";
import "./timeline.css";
import { mount } from "@chatui/runtime";
import { TimelineWidget } from "./Timeline.tsx";

mount("timeline", <TimelineWidget />);
