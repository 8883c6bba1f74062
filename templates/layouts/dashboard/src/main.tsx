import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/badge.css";
import "@chatui/runtime/entry.css";
import "./dashboard.css";
import { mount } from "@chatui/runtime";
import { DashboardWidget } from "./Dashboard.tsx";

mount("dashboard", <DashboardWidget />);
