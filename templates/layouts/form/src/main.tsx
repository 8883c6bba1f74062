import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/check.css";
import "./form.css";
import { mount } from "@chatui/runtime";
import { FormWidget } from "./Form.tsx";

mount("form", <FormWidget />);
