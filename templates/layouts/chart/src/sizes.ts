/** How precisely a number of a magnitude is written: astronomic and tiny ones by their power of ten, money with cents if it has any. */
export function sizes(magnitude: number, brief: boolean, money: boolean): Intl.NumberFormatOptions {
  if (magnitude >= 1e15 || (magnitude > 0 && magnitude < 1e-5))
    return { notation: "scientific", maximumFractionDigits: 2 };
  if (brief) {
    if (magnitude >= 10_000) return { notation: "compact", maximumFractionDigits: 1 };
    return magnitude > 0 && magnitude < 0.1
      ? { maximumSignificantDigits: 3 }
      : { minimumFractionDigits: 0, maximumFractionDigits: 3 };
  }
  if (!money) return { maximumFractionDigits: 6 };
  if (magnitude > 0 && magnitude < 0.01) return { maximumSignificantDigits: 3 };
  return Number.isInteger(magnitude) ? { maximumFractionDigits: 0 } : {};
}
