import { formatDate, readDate } from "@chatui/runtime";

/** Labels as people write them: days and moments in the reader's language when all are some, each as short as they can be told apart. */
export function writeLabels(labels: string[], locale: string, now = new Date()): string[] {
  if (labels.some((label) => !readDate(label))) return labels;
  const differ = (length: number): boolean =>
    labels.some((label) => label.slice(0, length) !== labels[0]!.slice(0, length));
  const thisYear = !differ(4) && labels[0]?.startsWith(String(now.getFullYear()));
  const months = labels.length > 1 && labels.every((label) => /^.{8}01$/.test(label));
  const day: Intl.DateTimeFormatOptions = {
    ...(months ? {} : { day: "numeric" }),
    month: "short",
    ...(thisYear ? {} : { year: "numeric" }),
  };
  const time: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  return labels.map((label) =>
    formatDate(label, locale, day, differ(10) || labels.length === 1 ? { ...day, ...time } : time),
  );
}
