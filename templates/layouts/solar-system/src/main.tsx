import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "./solar-system.css";
import { mount } from "@chatui/runtime";
import { SolarSystemWidget } from "./SolarSystem.tsx";

mount("solar-system", <SolarSystemWidget />);
