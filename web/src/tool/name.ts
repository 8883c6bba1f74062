/** What is wrong with the form of a tool's name, and a name that would be right; null: nothing. */
export function nameFault(name: string): { message: string; better: string } | null {
  if (name === "" || /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return null;
  const better = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .trim()
    .replace(/[^a-zA-Z0-9_-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase()
    .slice(0, 64);
  const wrong = [
    ...new Set([...name].filter((c) => !/[a-zA-Z0-9_-]/.test(c)).map((c) => (/\s/.test(c) ? "spaces" : `“${c}”`))),
  ];
  const message = wrong.length
    ? `Letters (a–z), digits, _ and - only, without ${wrong.slice(0, 4).join(", ")}.`
    : `At most 64 characters, not ${name.length}.`;
  return { message, better };
}
