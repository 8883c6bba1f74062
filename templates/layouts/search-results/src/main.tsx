import "../../../tokens/tokens.css";
import "@chatui/runtime/ui.css";
import "@chatui/runtime/entry.css";
import "@chatui/runtime/lines.css";
import "@chatui/runtime/run.css";
import "@chatui/runtime/compact.css";
import "@chatui/runtime/rest.css";
import "./search-results.css";
import { mount } from "@chatui/runtime";
import { SearchResultsWidget } from "./SearchResults.tsx";

mount("search-results", <SearchResultsWidget />);
