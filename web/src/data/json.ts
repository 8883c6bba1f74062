/** What was read from a text, or the first thing that is wrong with it, for people. */
export type Read = { ok: true; value: unknown } | { ok: false; message: string; line: number; column: number };

/** The most that is read, in bytes: a draft's data may have 256 KiB. */
export const mostBytes = 1 << 20;
const deepest = 100;

/** Reads JSON as strictly as the server: no key twice, not too deep, not too long. */
export function readJSON(text: string): Read {
  const bytes = text.length > mostBytes ? text.length : new TextEncoder().encode(text).length;
  if (bytes > mostBytes)
    return {
      ok: false,
      message: `This is ${(bytes / (1 << 20)).toFixed(1)} MiB; at most 1 MiB can be read. Take a part of it.`,
      line: 1,
      column: 1,
    };
  if (!text.trim())
    return {
      ok: false,
      message: "There is nothing here yet. Paste JSON that begins with { and ends with }.",
      line: 1,
      column: 1,
    };
  const scanner = new Scanner(text);
  try {
    const value = scanner.document();
    return { ok: true, value };
  } catch (cause) {
    if (!(cause instanceof Wrong)) throw cause;
    const before = text.slice(0, cause.at).split("\n");
    return { ok: false, message: cause.message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
}

class Wrong extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** Reads one JSON document (RFC 8259). JSON.parse keeps the last of two equal keys and says nothing. */
class Scanner {
  private at = 0;
  constructor(private readonly text: string) {}

  document(): unknown {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) throw new Wrong("There is something after the end.", this.at);
    return value;
  }

  private space(): void {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at++;
  }

  private value(depth: number): unknown {
    this.space();
    if (depth > deepest) throw new Wrong(`It is nested more than ${deepest} deep.`, this.at);
    const c = this.text[this.at];
    if (c === "{") return this.object(depth);
    if (c === "[") return this.array(depth);
    if (c === '"') return this.string();
    const word = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)(?![\w.+-])/.exec(
      this.text.slice(this.at, this.at + 400),
    )?.[0];
    if (word === undefined)
      throw new Wrong(
        c === undefined
          ? "It ends too early."
          : c === "'"
            ? "Texts stand in double quotes."
            : "A value is expected here: a text in double quotes, a number, true, false, null, { or [.",
        this.at,
      );
    this.at += word.length;
    return JSON.parse(word);
  }

  private string(): string {
    const from = this.at;
    for (this.at++; this.at < this.text.length; this.at++) {
      const c = this.text[this.at];
      if (c === "\\") this.at++;
      else if (c === "\n") break;
      else if (c === '"') {
        this.at++;
        try {
          return JSON.parse(this.text.slice(from, this.at)) as string;
        } catch {
          throw new Wrong("This text has a character that must be escaped.", from);
        }
      }
    }
    throw new Wrong("This text does not end: a double quote is missing.", from);
  }

  private object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    const keys = new Set<string>();
    this.list("}", () => {
      const from = this.at;
      if (this.text[this.at] !== '"')
        throw new Wrong(
          this.text[this.at] === "}" ? "There is a comma before the end." : "A name in double quotes is expected here.",
          this.at,
        );
      const key = this.string();
      if (keys.has(key)) throw new Wrong(`“${key}” is here twice.`, from);
      keys.add(key);
      this.space();
      if (this.text[this.at] !== ":") throw new Wrong(`A colon is missing after “${key}”.`, this.at);
      this.at++;
      entries.push([key, this.value(depth + 1)]);
    });
    return Object.fromEntries(entries);
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.list("]", () => {
      if (this.text[this.at] === "]") throw new Wrong("There is a comma before the end.", this.at);
      items.push(this.value(depth + 1));
    });
    return items;
  }

  private list(end: string, item: () => void): void {
    this.at++;
    this.space();
    if (this.text[this.at] === end) {
      this.at++;
      return;
    }
    for (;;) {
      this.space();
      item();
      this.space();
      const c = this.text[this.at];
      if (c === undefined) throw new Wrong("It ends too early.", this.at);
      this.at++;
      if (c === end) return;
      if (c !== ",") throw new Wrong(`A comma or ${end} is missing here.`, this.at - 1);
    }
  }
}
