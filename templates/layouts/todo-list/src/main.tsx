import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "./todo-list.css";
import { mount } from "@chatui/runtime";
import { TodoListWidget } from "./TodoList.tsx";

mount("todo-list", <TodoListWidget />);
