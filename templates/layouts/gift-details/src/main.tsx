import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/back.css";
import "./gift.css";
import "./gift-details.css";
import { mount } from "@chatui/runtime";
import { GiftDetailsWidget } from "./GiftDetails.tsx";

mount("gift-details", <GiftDetailsWidget />);
