import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/badge.css";
import "@chatui/runtime/entry.css";
import "@chatui/runtime/lines.css";
import "@chatui/runtime/run.css";
import "@chatui/runtime/compact.css";
import "@chatui/runtime/rest.css";
import "./cards.css";
import { mount } from "@chatui/runtime";
import { CardsWidget } from "./Cards.tsx";

mount("cards", <CardsWidget />);
