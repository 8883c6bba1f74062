/** How a locale writes numbers. */
export interface Signs {
  group: string;
  decimal: string;
  /** How many digits stand between two group signs: 3, or 2 as in India. */
  between: number;
  /** Zero first. */
  digits: string[];
}

export function signsOf(locale: string): Signs {
  const format = formatOf(locale);
  const parts = format.formatToParts(1234567.8);
  const all = (type: string): string[] => parts.filter((part) => part.type === type).map((part) => plain(part.value));
  return {
    group: all("group")[0] ?? "",
    decimal: all("decimal")[0] ?? ".",
    between: all("integer").at(-2)?.length ?? 3,
    digits: Array.from({ length: 10 }, (_, i) => format.format(i)),
  };
}

function formatOf(locale: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale);
  } catch {
    return new Intl.NumberFormat("en");
  }
}

/** Without marks of direction, and with the spaces, minus and apostrophe that keyboards have. */
const plain = (value: string): string =>
  value
    .replace(/[\u061c\u200e\u200f]/g, "")
    .replace(/\s/g, " ")
    .replace("\u2212", "-")
    .replace(/\u2019/g, "'");

/**
 * The number that a person has typed in the signs of their locale, grouped rightly or not at all; NaN for anything else. A
 * dot or comma that is not the locale's decimal sign counts as one unless three digits follow, as they would in a group.
 */
export function readNumber(typed: string, { group, decimal, between, digits }: Signs): number {
  const given = Array.from(plain(typed.trim()), (c) => (digits.includes(c) ? digits.indexOf(c) : c)).join("");
  const local = new RegExp(
    `^([-+]?)(\\d*|\\d{1,${between}}(?:[${group}]\\d{${between}})*[${group}]\\d{3})(?:[${decimal}](\\d+))?$`,
  ).exec(given);
  const [, sign = "", whole = "", fraction = ""] = local ?? /^([-+]?)(\d*)[.,](?!\d{3}$)(\d+)$/.exec(given) ?? [];
  return whole || fraction ? Number(`${sign}${whole.replace(/\D/g, "")}.${fraction}`) : Number.NaN;
}
