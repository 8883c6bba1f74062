import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/badge.css";
import "@chatui/runtime/rest.css";
import "./table.css";
import { mount } from "@chatui/runtime";
import { TableWidget } from "./Table.tsx";

mount("table", <TableWidget />);
