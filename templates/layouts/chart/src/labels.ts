import { formatDate, readDate } from "@chatui/runtime";

/** Labels as people write them: days and moments in the reader's language when all are some, each as short as they can be told apart. */
export function writeLabels(labels: string[], locale: string, now = new Date()): string[] {
  if (labels.some((label) => !readDate(label))) return labels;
  const dayOf = (label: string, parts: Intl.DateTimeFormatOptions) => formatDate(label, "en", parts, parts);
  const thisYear = labels.every((label) => dayOf(label, { year: "numeric" }) === String(now.getFullYear()));
  const days = new Set(labels.map((label) => dayOf(label, { dateStyle: "short" })));
  const months = labels.length > 1 && labels.every((label) => /^.{8}01$/.test(label));
  const day: Intl.DateTimeFormatOptions = {
    ...(months ? {} : { day: "numeric" }),
    month: "short",
    ...(thisYear ? {} : { year: "numeric" }),
  };
  const time: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  return labels.map((label) =>
    formatDate(label, locale, day, days.size > 1 || labels.length === 1 ? { ...day, ...time } : time),
  );
}
