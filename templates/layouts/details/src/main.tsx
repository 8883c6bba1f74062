import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/badge.css";
import "@chatui/runtime/entry.css";
import "./details.css";
import { mount } from "@chatui/runtime";
import { DetailsWidget } from "./Details.tsx";

mount("details", <DetailsWidget />);
