/** How many characters a description may have, as the server counts them. */
export const mostPrompt = 4000;

/** Why a description is not sent, and what to do; "" when it fits. Nothing of it is cut off. */
export function tooLong(text: string): string {
  const length = [...text.trim()].length;
  if (length <= mostPrompt) return "";
  const rows = text.trim().split("\n").length > 5;
  const way = rows
    ? "Leave the first few rows here; the page Data takes them all, once the app is made."
    : "Say it in fewer words.";
  return `${length.toLocaleString("en")} characters are too many: ${mostPrompt.toLocaleString("en")} fit. ${way}`;
}
