import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "./chat.css";
import { mount } from "@chatui/runtime";
import { ChatWidget } from "./Chat.tsx";

mount("chat", <ChatWidget />);
