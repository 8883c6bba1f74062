/** Reading of data that nobody has checked: every function answers something that is safe to show. */
/** The text of a string or number, trimmed; "" for anything else. */
export function text(value) {
    if (typeof value === "string")
        return value.trim();
    return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}
/** The text cut to at most max characters (code points), an ellipsis in place of the last one. */
export function short(value, max) {
    if (value.length <= max)
        return value;
    const characters = [...value];
    return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : value;
}
/** A currency in the form of ISO 4217, else "". */
export const readCurrency = (value) => typeof value === "string" && /^[A-Z]{3}$/.test(value) ? value : "";
/** The URL if it is an absolute https one without credentials, else "". */
export function safeHref(value) {
    const url = parse(value);
    return url?.protocol === "https:" && !url.username && !url.password ? url.href : "";
}
/** An address without what everyone knows: "example.com/guide". */
export function address(href) {
    const url = new URL(href);
    return (url.host.replace(/^www\./, "") + url.pathname).replace(/\/$/, "");
}
/** The source of a picture: https, or data: of a raster or SVG type (inert inside <img>), else "". */
export function safeImage(value) {
    if (typeof value === "string" && /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(value))
        return value;
    return safeHref(value);
}
function parse(value) {
    return typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
}
