import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "./kitchen-sink-lite.css";
import { mount } from "@chatui/runtime";
import { KitchenSinkWidget } from "./KitchenSink.tsx";

mount("kitchen-sink-lite", <KitchenSinkWidget />);
