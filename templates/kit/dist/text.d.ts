/** Reading of data that nobody has checked: every function answers something that is safe to show. */
/** The text of a string or number, trimmed; "" for anything else. */
export declare function text(value: unknown): string;
/** The text cut to at most max characters (code points), an ellipsis in place of the last one. */
export declare function short(value: string, max: number): string;
/** A currency in the form of ISO 4217, else "". */
export declare const readCurrency: (value: unknown) => string;
/** The URL if it is an absolute https one without credentials, else "". */
export declare function safeHref(value: unknown): string;
/** An address without what everyone knows: "example.com/guide". */
export declare function address(href: string): string;
/** The source of a picture: https, or data: of a raster or SVG type (inert inside <img>), else "". */
export declare function safeImage(value: unknown): string;
