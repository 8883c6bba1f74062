import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "../../markdown/src/prose.css";
import "./chat.css";
import { mount } from "@chatui/runtime";
import { ChatWidget } from "./Chat.tsx";

mount("chat", <ChatWidget />);
