/** A value of JSON with the places of its parts, for errors that point at text. */
export interface Node {
  value: unknown;
  from: number;
  to: number;
  /** The members of an object, in order; the elements of a list have no name. */
  children?: { key: string; keyFrom: number; keyTo: number; node: Node }[];
}

export interface Fault {
  from: number;
  to: number;
  message: string;
}

export interface Parsed {
  /** null when the text is no JSON at all. */
  root: Node | null;
  faults: Fault[];
}

const deepest = 200;
const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plain = /[^"\\\u0000-\u001f]*/y;

/** Reads JSON (RFC 8259). A name that stands twice in one object is a fault, as the server has it; JSON.parse would lose one. */
export function parseJSON(text: string): Parsed {
  const faults: Fault[] = [];
  let at = 0;

  const skip = () => {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
  };
  const fail = (message: string, from = at, to = Math.min(text.length, from + 1)): never => {
    throw { from, to, message } satisfies Fault;
  };
  const found = () => (at >= text.length ? "the end of the text" : `“${text[at]}”`);

  const string = (): string => {
    const from = at++;
    for (;;) {
      plain.lastIndex = at;
      plain.exec(text);
      at = plain.lastIndex;
      const c = text[at];
      if (c === '"') return JSON.parse(text.slice(from, ++at)) as string;
      if (c === undefined) fail("this text has no closing quote", from, text.length);
      if (c !== "\\")
        fail(
          c === "\n"
            ? "a text ends on its line; write \\n for a line break"
            : "this character must be written with \\u",
        );
      const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6));
      if (!escape) fail('after \\ comes one of " \\ / b f n r t u', at, at + 2);
      at += escape?.[0].length ?? 0;
    }
  };

  const value = (depth: number): Node => {
    skip();
    const from = at;
    const c = text[at];
    if (depth > deepest) fail("nested too deeply");
    if (c === "{") return object(depth);
    if (c === "[") return list(depth);
    if (c === '"') return { value: string(), from, to: at };
    for (const [word, meaning] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ] as const) {
      if (text.startsWith(word, at)) return { value: meaning, from, to: (at += word.length) };
    }
    number.lastIndex = at;
    const digits = number.exec(text)?.[0];
    if (!digits) fail(c === "'" ? "texts stand in double quotes" : `a value was expected, not ${found()}`);
    at = number.lastIndex;
    return { value: Number(digits), from, to: at };
  };

  const object = (depth: number): Node => {
    const from = at++;
    const value_: Record<string, unknown> = {};
    const children: NonNullable<Node["children"]> = [];
    const seen = new Set<string>();
    for (skip(); text[at] !== "}"; skip()) {
      if (children.length) {
        if (text[at] !== ",") fail(`a comma or } was expected, not ${found()}`);
        at++;
        skip();
        if (text[at] === "}") fail("no comma before }", at - 1);
      }
      if (text[at] !== '"') fail(`a name in double quotes was expected, not ${found()}`);
      const keyFrom = at;
      const key = string();
      const keyTo = at;
      skip();
      if (text[at] !== ":") fail(`a colon was expected, not ${found()}`);
      at++;
      const node = value(depth + 1);
      if (seen.has(key)) faults.push({ from: keyFrom, to: keyTo, message: `“${key}” stands here twice; remove one` });
      seen.add(key);
      // An own property even when it is called __proto__.
      Object.defineProperty(value_, key, { value: node.value, enumerable: true, configurable: true, writable: true });
      children.push({ key, keyFrom, keyTo, node });
    }
    return { value: value_, from, to: ++at, children };
  };

  const list = (depth: number): Node => {
    const from = at++;
    const children: NonNullable<Node["children"]> = [];
    for (skip(); text[at] !== "]"; skip()) {
      if (children.length) {
        if (text[at] !== ",") fail(`a comma or ] was expected, not ${found()}`);
        at++;
        skip();
        if (text[at] === "]") fail("no comma before ]", at - 1);
      }
      children.push({ key: "", keyFrom: at, keyTo: at, node: value(depth + 1) });
    }
    return { value: children.map(({ node }) => node.value), from, to: ++at, children };
  };

  try {
    const root = value(0);
    skip();
    if (at < text.length) fail(`nothing may follow the end, but there is ${found()}`);
    return { root, faults };
  } catch (cause) {
    if (cause instanceof Error) throw cause;
    return { root: null, faults: [...faults, cause as Fault] };
  }
}

/** The part of a document at a path; where it is not there, what is around it. */
export function nodeAt(root: Node, path: readonly (string | number)[]): { from: number; to: number } {
  let node = root;
  for (const [i, step] of path.entries()) {
    const child = typeof step === "number" ? node.children?.[step] : node.children?.find(({ key }) => key === step);
    if (!child) return node.children ? { from: node.from, to: Math.min(node.to, node.from + 1) } : node;
    if (i === path.length - 1 && child.keyTo > child.keyFrom && child.node.children)
      return { from: child.keyFrom, to: child.keyTo };
    node = child.node;
  }
  return node.children ? { from: node.from, to: Math.min(node.to, node.from + 1) } : node;
}

/** The line and column, from 1, of an offset. */
export function lineOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}

/** The first thing that is wrong with a text and where, as a sentence; "" when nothing is. */
export function faultIn(text: string, { faults: [first] }: Parsed): string {
  if (!first) return "";
  const { line, column } = lineOf(text, first.from);
  return `Line ${line}, column ${column}: ${first.message}.`;
}
