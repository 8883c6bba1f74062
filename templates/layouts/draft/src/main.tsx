import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "./draft.css";
import { mount } from "@chatui/runtime";
import { DraftWidget } from "./Draft.tsx";

mount("draft", <DraftWidget />);
