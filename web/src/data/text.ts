/** The text of a file, and a word by which a person sees whether an encoding that the file does not name was told right. */
export type Decoded = { text: string; doubt?: string } | { fault: string };

/**
 * Reads what spreadsheets write: UTF-8, UTF-16 or, where it is neither, Windows-1252. The server (platform/rows)
 * refuses what is hardly Windows-1252; here a person judges that by the word.
 */
export function decoded(bytes: Uint8Array): Decoded {
  const none = { fault: "This is no text with rows. Save it as CSV in UTF-8, or copy its cells and paste them here." };
  if (is(bytes, "PK\x03\x04", "\xd0\xcf\x11\xe0"))
    return {
      fault:
        "Excel and other spreadsheets keep files of their own, which are not read here. Save it there as CSV UTF-8, or copy its cells and paste them here.",
    };
  if (is(bytes, "%PDF-")) return none;
  const wide = utf16(bytes);
  const text = strictly(wide ?? "utf-8", bytes);
  if (text?.includes("\0")) return none;
  if (text !== null) return { text };
  if (wide || bytes.some((b) => [0, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(b))) return none;
  const latin = new TextDecoder("windows-1252").decode(bytes);
  return { text: latin, doubt: doubtful(latin) };
}

/** Whether a file begins with one of these marks. */
const is = (bytes: Uint8Array, ...marks: string[]) =>
  marks.some((mark) => [...mark].every((c, i) => bytes[i] === c.charCodeAt(0)));

/** The first word with a letter beyond ASCII, at most 40 letters to either side of it; else the first such character. */
function doubtful(text: string): string {
  const at = text.search(/[\u00c0-\u024f]/);
  if (at < 0) return /[^\0-\x7f]/.exec(text)?.[0] ?? "";
  const front = /[A-Za-z]*$/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? "";
  return front + (/^.\p{L}*/u.exec(text.slice(at, at + 41))?.[0] ?? "");
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** By its mark, or by the halves of its first characters that are zero. */
function utf16([a = 1, b = 1, c = 1, d = 1]: Uint8Array): string | null {
  const latin = (a === 0) === (c === 0) && (b === 0) === (d === 0);
  if ((a === 0xff && b === 0xfe) || (latin && a !== 0 && b === 0)) return "utf-16le";
  return (a === 0xfe && b === 0xff) || (latin && a === 0 && b !== 0) ? "utf-16be" : null;
}
