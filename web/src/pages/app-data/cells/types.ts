import type { ColumnType } from "~/api/tables";

/** What people call the types of columns, and what stands in a cell of each. */
export const columnTypes: Record<ColumnType, { label: string; example: string }> = {
  text: { label: "Text", example: "Anything written" },
  number: { label: "Number", example: "3.5" },
  integer: { label: "Whole number", example: "12" },
  money: { label: "Money", example: "3.20" },
  boolean: { label: "Yes or no", example: "yes" },
  date: { label: "Date", example: "2026-11-22" },
  time: { label: "Time of day", example: "09:30" },
  datetime: { label: "Date and time", example: "2026-11-22 09:30" },
  enum: { label: "One of a list", example: "open" },
  tags: { label: "Tags", example: "vegan, sweet" },
  url: { label: "Link", example: "https://example.com" },
  image: { label: "Picture", example: "https://example.com/bread.jpg" },
  email: { label: "E-mail", example: "ana@example.com" },
  phone: { label: "Phone", example: "+351 912 345 678" },
  place: { label: "Place", example: "38.72, -9.14 Lisbon" },
};

export const numeric = (type: ColumnType) => type === "number" || type === "integer" || type === "money";
