import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/lines.css";
import "@chatui/runtime/run.css";
import "@chatui/runtime/compact.css";
import "@chatui/runtime/badge.css";
import "@chatui/runtime/rest.css";
import "./map.css";
import "./list.css";
import { mount } from "@chatui/runtime";
import { MapWidget } from "./Map.tsx";

mount("map", <MapWidget />);
