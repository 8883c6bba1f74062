import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/back.css";
import "./medical-app.css";
import { mount } from "@chatui/runtime";
import { MedicalWidget } from "./MedicalApp.tsx";

mount("medical-app", <MedicalWidget />);
