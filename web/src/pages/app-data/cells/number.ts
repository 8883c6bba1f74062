/** How texts write numbers and dates. Without a word: a decimal point, and dates that can mean one day only. */
export interface Style {
  /** 1.234,50 and not 1,234.50 */
  decimalComma?: boolean;
  /** Some numbers have a point and some a comma: what may be either, such as 1.234, is not read. */
  torn?: boolean;
  /** 3/4/2026 is in April */
  dayFirst?: boolean;
  /** 3/4/2026 is in March */
  monthFirst?: boolean;
}

/** What people write for currencies, and which they may mean. */
const signs: Record<string, readonly string[]> = {
  "€": ["EUR"], "£": ["GBP", "EGP", "LBP"], "¥": ["JPY", "CNY"], "₹": ["INR"], "₩": ["KRW"], "₺": ["TRY"], "₽": ["RUB"], "₴": ["UAH"], "₫": ["VND"], "₦": ["NGN"], "₪": ["ILS"],
  "r$": ["BRL"], "us$": ["USD"], "a$": ["AUD"], "c$": ["CAD"], $: ["USD", "AUD", "CAD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP"],
  zł: ["PLN"], kr: ["SEK", "NOK", "DKK", "ISK"], kč: ["CZK"], "fr.": ["CHF"], ft: ["HUF"],
}; // prettier-ignore

const codes =
  "EUR USD GBP CHF JPY CNY INR KRW TRY RUB UAH PLN CZK HUF RON BGN SEK NOK DKK ISK AUD CAD NZD SGD HKD MXN BRL ARS ZAR ILS AED SAR THB".split(
    " ",
  );

/** A number as it is written, and what its currency may be; none where it has none. */
export interface Amount {
  amount: string;
  currencies: readonly string[];
}

/** How accountants write a negative amount, with its currency or without: ($5.00). */
const accountants = /^\(([^()+-]*)\)$/;

/** Texts of so many characters are no amounts. */
const long = 40;

/** Takes a sign or code of a currency off a number; null where other letters are left. As the server does it (platform/tables). */
export function amountOf(text: string): Amount | null {
  if (text.length >= long) return null;
  const found = /^(-?)([^\d]*?)((?<!\d)[+\-.,(]*\d(?:.*\d)?)([.,)-]*)(–?)([^\d]*)$/u.exec(
    text.replaceAll("\u2212", "-").replace(accountants, (_, inner: string) => `-${inner.trim()}`),
  );
  if (!found) return null;
  const [, sign = "", front = "", digits = "", end = "", dash = "", behind = ""] = found;
  if (front.trim() && behind.trim()) return null;
  const amount = sign + digits + end + (dash && "-");
  const unit = (front + behind).trim().toLowerCase();
  if (!unit) return { amount, currencies: [] };
  const known = signs[unit] ?? (codes.includes(unit.toUpperCase()) ? [unit.toUpperCase()] : null);
  return known && { amount, currencies: known };
}

/** The number as JSON has it, with the digits that are written; null where it is none. */
export function digitsOf(text: string, style: Style): string | null {
  let s = text.replace(accountants, "-$1"); // € (5)
  const sign = s.startsWith("-") ? "-" : "";
  s = s.replace(/^[+-]/, "");
  if (s.endsWith("-")) {
    const whole = s.slice(0, -1).replace(/[.,]+$/, "");
    if (whole === s.slice(0, -1)) return null;
    s = whole;
  }
  if (!style.decimalComma && isProgram(s)) return sign + s.toLowerCase().replace(/^0+(?=\d)/, "");
  const at = decimalOf(s, style);
  const whole = ungrouped(at < 0 ? s : s.slice(0, at));
  const fraction = at < 0 ? "" : s.slice(at + 1);
  if (whole === null || /\D/.test(fraction) || !(whole + fraction)) return null;
  return `${sign}${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction && `.${fraction}`}`;
}

/** 1e-7 and 6.02E+23, as programs write numbers. */
export const isProgram = (s: string): boolean => /^\d+(\.\d+)?e[+-]?\d{1,3}$/i.test(s);

const times = (s: string, c: string) => s.split(c).length - 1;

/** Where the character between a number and its fraction stands, -1 where there is none. */
export function decimalOf(s: string, style: Style): number {
  const point = s.lastIndexOf(".");
  const comma = s.lastIndexOf(",");
  const at = Math.max(point, comma);
  if (at < 0 || times(s, s.charAt(at)) > 1) return -1;
  if (point >= 0 && comma >= 0) return at;
  const mark = style.decimalComma ? "," : ".";
  return s[at] !== mark && s.length - at - 1 === 3 && at >= 1 && at <= 3 && s[0] !== "0" ? -1 : at; // 1,234
}

/** Takes separators of thousands out of a whole number; null where they are none. */
function ungrouped(s: string): string | null {
  const groups = s.split(/[.,'’ \u00a0\u202f\u2009]/u);
  if (groups.length === 1) return /^\d*$/.test(s) ? s : null;
  const separators = new Set(s.replace(/\d/g, ""));
  const fits = groups.every((g, i) =>
    i === 0 ? /^\d{1,3}$/.test(g) : /^\d{3}$/.test(g) || (/^\d{2}$/.test(g) && i < groups.length - 1),
  );
  return fits && separators.size === 1 ? groups.join("") : null;
}
