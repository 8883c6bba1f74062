import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/entry.css";
import "@chatui/runtime/lines.css";
import "@chatui/runtime/step.css";
import "@chatui/runtime/rest.css";
import "./gallery.css";
import { mount } from "@chatui/runtime";
import { GalleryWidget } from "./Gallery.tsx";

mount("gallery", <GalleryWidget />);
