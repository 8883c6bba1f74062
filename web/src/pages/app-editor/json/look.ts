import { tags } from "@lezer/highlight";

/** The editor in the colours of the page, which cross the border of the shadow root as custom properties. */
export const look = {
  "&": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    fontSize: "0.8125rem",
    minHeight: "18rem",
    maxHeight: "70dvh",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": {
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    lineHeight: "1.6",
    minHeight: "18rem",
    overflow: "auto",
  },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "0.5rem",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "none", overflow: "visible", fontFamily: "inherit" },
  ".cm-diagnostic": { fontFamily: "ui-sans-serif, system-ui, sans-serif" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--sunken)", border: "none", color: "var(--muted)" },
};

export const highlight = [
  { tag: tags.propertyName, color: "var(--accent)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
  { tag: tags.punctuation, color: "var(--muted)" },
];
