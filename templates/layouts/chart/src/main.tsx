import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "./chart.css";
import "./table.css";
import { mount } from "@chatui/runtime";
import { ChartWidget } from "./Chart.tsx";

mount("chart", <ChartWidget />);
