import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "./prose.css";
import "./markdown.css";
import { mount } from "@chatui/runtime";
import { MarkdownWidget } from "./Markdown.tsx";

mount("markdown", <MarkdownWidget />);
