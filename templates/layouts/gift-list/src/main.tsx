import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/back.css";
import "../../gift-details/src/gift.css";
import "./gift-list.css";
import { mount } from "@chatui/runtime";
import { GiftListWidget } from "./GiftList.tsx";

mount("gift-list", <GiftListWidget />);
