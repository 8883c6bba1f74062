import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/badge.css";
import "@chatui/runtime/entry.css";
import "@chatui/runtime/lines.css";
import "@chatui/runtime/run.css";
import "@chatui/runtime/step.css";
import "./carousel.css";
import { mount } from "@chatui/runtime";
import { CarouselWidget } from "./Carousel.tsx";

mount("carousel", <CarouselWidget />);
