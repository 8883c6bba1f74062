import { isDict } from "./host.js";
/** What a host says of the surroundings, in the words that both kinds of hosts use. What it does not say stays untouched. */
export function readContext(told, insets, maxHeight) {
    const patch = {};
    const { theme, locale, userAgent, displayMode, styles } = told;
    if (theme === "light" || theme === "dark")
        patch.theme = theme;
    if (typeof locale === "string")
        patch.locale = locale;
    if (userAgent !== undefined)
        patch.userAgent = userAgent;
    if (displayMode === "inline" || displayMode === "fullscreen" || displayMode === "pip")
        patch.displayMode = displayMode;
    if (isDict(styles)) {
        const { variables, css } = styles;
        const fonts = isDict(css) ? css["fonts"] : "";
        patch.styles = { variables: isDict(variables) ? variables : {}, fonts: typeof fonts === "string" ? fonts : "" };
    }
    if (isDict(insets))
        patch.safeArea = { top: 0, right: 0, bottom: 0, left: 0, ...insets };
    if (maxHeight !== undefined)
        patch.maxHeight = typeof maxHeight === "number" ? maxHeight : null;
    return patch;
}
