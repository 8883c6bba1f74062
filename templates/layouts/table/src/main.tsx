import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "./table.css";
import { mount } from "@chatui/runtime";
import { TableWidget } from "./Table.tsx";

mount("table", <TableWidget />);
