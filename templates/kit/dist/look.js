import { contrast } from "./contrast.js";
/** What the default theme takes from a host by the names of MCP Apps 2026-01-26, and what each of it is read on. */
const grounds = {
    surface: "background-primary",
    soft: "background-secondary",
    text: "text-primary",
    muted: "text-secondary",
};
const accents = { accent: "background-inverse", "on-accent": "text-inverse" };
/**
 * Answers what gives a document the look of its host, as --host-surface and so on, which only the default theme uses. Colours
 * are taken together or not at all: where one is missing, is no opaque colour, or could not be read on another (WCAG 2.2 AA).
 */
export function wearLook(win) {
    const { documentElement: root, body } = win.document;
    let worn = "";
    return ({ styles, theme }) => {
        const told = styles?.variables ?? {};
        const now = JSON.stringify([styles, theme]);
        if (now === worn)
            return;
        worn = now;
        const set = (name, value) => root.style.setProperty(`--host-${name}`, value);
        const read = (name) => {
            const value = told[`--color-${name}`];
            if (typeof value !== "string" || /var|url/i.test(value) || !CSS.supports("color", value))
                return null;
            // A mixture is written in numbers of sRGB, whatever it is made of; a fourth one says that something shines through.
            body.style.color = `color-mix(in srgb,${value},${value})`;
            const numbers = win.getComputedStyle(body).color.match(/[\d.]+/g) ?? [];
            body.style.color = "";
            return numbers.length === 3 ? [value, numbers.map((n) => Number(n) * 255)] : null;
        };
        /** Sets all of the names, to nothing unless each ink can be read on each paper. */
        const take = (names, papers, inks) => {
            const found = Object.fromEntries(Object.values(names).map((name) => [name, read(name)]));
            const fine = inks.every((ink) => papers.every((paper) => found[ink] && found[paper] && contrast(found[ink][1], found[paper][1]) >= 4.5));
            for (const name in names)
                set(name, fine ? found[names[name]][0] : "");
            return fine ? Object.values(names).map((name) => found[name][0]) : null;
        };
        const ground = take(grounds, [grounds.surface, grounds.soft], [grounds.text, grounds.muted]);
        const accent = take(ground ? accents : { ...accents, accent: "" }, [accents.accent], [accents["on-accent"]]);
        set("accent-hover", accent ? `color-mix(in srgb,${accent[0]} 85%,${accent[1]})` : "");
        set("tint", ground ? ground[1] : "");
        const font = told["--font-sans"];
        set("font", typeof font === "string" && CSS.supports("font-family", font) ? font : "");
        if (!styles?.fonts)
            return;
        // The host's fonts, and nothing else that its rules say.
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(styles.fonts);
        for (let i = sheet.cssRules.length; i--;)
            if (!(sheet.cssRules[i] instanceof CSSFontFaceRule))
                sheet.deleteRule(i);
        win.document.adoptedStyleSheets = [sheet];
    };
}
