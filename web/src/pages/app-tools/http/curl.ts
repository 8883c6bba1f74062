import type { App } from "~/api/apps";
import { needsSignIn, type HandlerOf, type ToolDraft } from "~/api/tools";
import { isObject } from "~/pages/app-editor/data/schema";

/** What a tool of the kind http asks for. */
export type Request = HandlerOf<"http">["request"];
export type Method = NonNullable<Request["method"]>;

/** With which a request begins: the server wants one that could be. */
export const exampleAddress = "https://api.example.com/items";

/** A key that stood in a command. The request holds {{secret.name}} in its place. */
export interface FoundSecret {
  name: string;
  /** "" where the command had a variable of the shell in its place. */
  value: string;
  /** Where it stood: "the header Authorization". */
  where: string;
}

export interface Curl {
  request: Request;
  secrets: FoundSecret[];
  /** What was left out, in sentences. */
  notes: string[];
}

/** Splits a command line as a POSIX shell does, without running anything. Lines that end in \, ^ or ` go on. */
export function wordsOf(line: string): string[] | string {
  const words: string[] = [];
  let word = "";
  let open = false;
  const text = line.replace(/[\\^`]\r?\n/g, " ").trim();
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === "'" || c === '"') {
      const ansi = c === "'" && word.endsWith("$");
      if (ansi) word = word.slice(0, -1);
      open = true;
      let closed = false;
      for (i++; i < text.length; i++) {
        const inner = text.charAt(i);
        if (inner === c) {
          closed = true;
          break;
        }
        if (inner === "\\" && (ansi || (c === '"' && /["\\$`]/.test(text.charAt(i + 1))))) {
          i++;
          const next = text.charAt(i);
          word += ansi ? ({ n: "\n", t: "\t", r: "\r" }[next] ?? next) : next;
        } else word += inner;
      }
      if (!closed) return `A ${c} is opened and not closed.`;
    } else if (/\s/.test(c)) {
      if (word || open) words.push(word);
      word = "";
      open = false;
    } else if (c === "\\" && i + 1 < text.length) word += text.charAt(++i);
    else word += c;
  }
  if (word || open) words.push(word);
  return words;
}

const withValue: Record<string, string> = {
  X: "request",
  H: "header",
  d: "data",
  u: "user",
  b: "cookie",
  F: "form",
  A: "user-agent",
  e: "referer",
  o: "output",
  m: "max-time",
  x: "proxy",
  w: "write-out",
  c: "cookie-jar",
  T: "upload-file",
  K: "config",
};
const takesValue = new Set([
  ...Object.values(withValue),
  "url",
  "json",
  "data-raw",
  "data-binary",
  "data-ascii",
  "data-urlencode",
  "oauth2-bearer",
  "connect-timeout",
  "retry",
  "cacert",
  "cert",
  "key",
  "resolve",
]);
/** As they are offered, the usual ones first. */
export const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
/** Headers of the connection or of a browser, which no API needs. */
const ofConnection =
  /^(host|content-length|connection|transfer-encoding|accept-encoding|user-agent|origin|referer|priority|pragma|dnt|te|sec-.*|upgrade-.*)$/i;
const keyName =
  /(^|[-_])(api[-_]?key|apikey|app[-_]?id|appid|token|secret|password|passwd|auth|authorization|signature|access[-_]?key)$|^key$/i;
const keyValue = /^(sk-|sk_|pk_|ghp_|gho_|github_pat_|xox[a-z]-|AKIA|AIza|glpat-|eyJ[\w-]+\.)/;
const shellVariable = /^\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?$/;
const placeholder = /^(<[^>]*>|YOUR[_-].*|\.\.\.|…|x{4,})$/i;

/** Reads a curl command. A string says why it cannot be read. Keys in it are taken out: the request holds placeholders. */
export function readCurl(line: string): Curl | string {
  const words = wordsOf(line);
  if (typeof words === "string") return words;
  if (!/^(.*\/)?curl(\.exe)?$/.test(words[0] ?? "")) return "It does not begin with curl.";
  const read = {
    method: "",
    url: "",
    headers: [] as [string, string][],
    data: [] as string[],
    encoded: false,
    get: false,
  };
  const notes: string[] = [];
  let user = "";
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? "";
    let name: string;
    let value: string | undefined;
    if (word.startsWith("--")) {
      const [long = "", ...rest] = word.slice(2).split("=");
      name = long;
      if (rest.length) value = rest.join("=");
    } else if (word.startsWith("-") && word.length > 1) {
      const letters = word.slice(1);
      const at = [...letters].findIndex((letter) => letter in withValue);
      if (letters.includes("G")) read.get = true;
      if (letters.includes("I")) read.method ||= "HEAD";
      if (at < 0) continue;
      name = withValue[letters.charAt(at)] ?? "";
      if (letters.length > at + 1) value = letters.slice(at + 1);
    } else {
      read.url ||= word;
      continue;
    }
    if (takesValue.has(name)) value ??= words[++i] ?? "";
    const given = value ?? "";
    if (name === "request") read.method = given.toUpperCase();
    else if (name === "url") read.url ||= given;
    else if (name === "get") read.get = true;
    else if (name === "head") read.method ||= "HEAD";
    else if (name === "header") {
      const [key = "", ...rest] = given.split(":");
      if (rest.length) read.headers.push([key.trim(), rest.join(":").trim()]);
    } else if (name === "user") user = given;
    else if (name === "oauth2-bearer") read.headers.push(["Authorization", `Bearer ${given}`]);
    else if (name === "cookie") read.headers.push(["Cookie", given]);
    else if (name === "json" || name.startsWith("data")) {
      if (name !== "data-raw" && given.startsWith("@"))
        notes.push(`The file ${given.slice(1)} cannot be read here: write its contents below.`);
      else read.data.push(given);
      if (name === "data-urlencode") read.encoded = true;
    } else if (name === "form" || name === "upload-file")
      notes.push("Forms with files cannot be sent: Berth sends JSON.");
  }
  if (!read.url) return "It names no address.";
  if (!/^[a-z]+:\/\//i.test(read.url)) read.url = `https://${read.url}`;
  if (!/^https?:\/\//i.test(read.url)) return "The address must begin with https://.";
  const asked = read.method || (read.data.length && !read.get ? "POST" : "GET");
  const method = methods.find((one) => one === asked);
  if (!method) return `${asked} is not known: ${methods.join(", ")} are.`;
  return made(read, method, user, notes);
}

function made(
  read: { url: string; headers: [string, string][]; data: string[]; get: boolean },
  method: Method,
  user: string,
  notes: string[],
): Curl {
  const keys = new Keys();
  const [beforeHash = ""] = read.url.split("#");
  const [address = "", ...search] = beforeHash.split("?");
  const login = /^(https?:\/\/)([^/@]+)@/i.exec(address);
  const url = login ? address.replace(`${login[2]}@`, "") : address;
  user ||= login?.[2] ? decoded(login[2]) : "";
  const query: Record<string, unknown> = {};
  const pairs = (text: string) => text.split("&").filter(Boolean);
  for (const pair of [...pairs(search.join("?")), ...(read.get ? read.data.flatMap(pairs) : [])]) {
    const [name = "", ...rest] = pair.split("=");
    put(query, decoded(name), keys.take(decoded(name), decoded(rest.join("=")), `${decoded(name)} in the address`));
  }
  const headers: Record<string, string> = {};
  const dropped: string[] = [];
  for (const [name, value] of read.headers) {
    if (ofConnection.test(name)) dropped.push(name);
    else if (/^content-type$/i.test(name) && /json|x-www-form-urlencoded/i.test(value)) continue;
    else headers[name] = keys.header(name, value);
  }
  if (user)
    headers["Authorization"] =
      `Basic ${keys.add("API_LOGIN", btoa(String.fromCharCode(...new TextEncoder().encode(user))), "the user and password")}`;
  if (dropped.length)
    notes.push(`Left out, since it belongs to the connection or a browser: ${[...new Set(dropped)].join(", ")}.`);
  const body = read.get || method === "GET" || method === "HEAD" ? undefined : bodyOf(read.data, keys, notes);
  return {
    request: {
      method,
      url,
      ...(Object.keys(query).length && { query }),
      ...(Object.keys(headers).length && { headers }),
      ...(body !== undefined && { body }),
    },
    secrets: keys.found,
    notes,
  };
}

function bodyOf(data: readonly string[], keys: Keys, notes: string[]): unknown {
  if (!data.length) return undefined;
  const text = data.join("&");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    if (!/^[^=\s{[]+=/.test(text)) {
      notes.push("The body is no JSON. It is sent as a JSON text.");
      return text;
    }
    const form: Record<string, unknown> = {};
    for (const pair of text.split("&")) {
      const [name = "", ...rest] = pair.split("=");
      put(form, decoded(name), decoded(rest.join("=")));
    }
    notes.push("The command sends a form. Berth sends the same fields as JSON: see whether the API takes that.");
    body = form;
  }
  return isObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          typeof value === "string" ? keys.take(name, value, `${name} in the body`) : value,
        ]),
      )
    : body;
}

/** Puts a value beside those of the same name. */
function put(into: Record<string, unknown>, name: string, value: unknown): void {
  const there = into[name];
  into[name] = there === undefined ? value : [...(Array.isArray(there) ? there : [there]), value];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Takes keys out of a request. */
class Keys {
  readonly found: FoundSecret[] = [];

  add(wish: string, value: string, where: string): string {
    const known = value && this.found.find((one) => one.value === value);
    if (known) return `{{secret.${known.name}}}`;
    let name = wish;
    for (let n = 2; this.found.some((one) => one.name === name); n++) name = `${wish}_${n}`;
    this.found.push({ name, value, where });
    return `{{secret.${name}}}`;
  }

  /** The value, or the placeholder of a secret where it is a key. */
  take(name: string, value: string, where: string): string {
    const variable = shellVariable.exec(value)?.[1];
    if (variable) return this.add(secretName(variable), "", where);
    if (!value || !(keyName.test(name) || keyValue.test(value))) return value;
    return this.add(secretName(name), placeholder.test(value) ? "" : value, where);
  }

  header(name: string, value: string): string {
    const scheme = /^(Bearer|Token|Basic|ApiKey)\s+(.+)$/i.exec(value);
    const where = `the header ${name}`;
    if (/^(proxy-)?authorization$/i.test(name) || scheme) {
      const [, word, key = ""] = scheme ?? [];
      const secret = this.take("token", key || value, where);
      const named = /^basic$/i.test(word ?? "") ? "API_LOGIN" : "API_KEY";
      this.rename(secret, "TOKEN", named);
      return word ? `${word} ${secret.replace("TOKEN", named)}` : secret.replace("TOKEN", named);
    }
    if (/^cookie$/i.test(name)) return this.add("COOKIE", value, where);
    return this.take(/key|token|secret|auth/i.test(name) ? "api_key" : name, value, where);
  }

  private rename(placed: string, from: string, to: string): void {
    const one = this.found.find(({ name }) => name === from && placed === `{{secret.${from}}}`);
    if (one) one.name = to;
  }
}

/** "x-api-key" → "X_API_KEY": as secrets may be called. */
export const secretName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^[^A-Z]+|_+$/g, "")
    .slice(0, 64) || "API_KEY";

/** The names of the placeholders of a kind in a request. */
export function namesIn(request: unknown, kind: "args" | "secret" | "user"): string[] {
  const found = JSON.stringify(request ?? null).matchAll(new RegExp(`\\{\\{\\s*${kind}\\.([A-Za-z0-9_-]+)`, "g"));
  return [...new Set([...found].map(([, name = ""]) => name))];
}

/** The host of an address, as secrets name it: with the port where it is not the usual one; "" while there is none. */
export function hostOf(url: string): string {
  try {
    return new URL(url.replaceAll(/\{\{[^}]*\}\}/g, "x")).host.toLowerCase();
  } catch {
    return "";
  }
}

/** Whether a secret may be sent to an address: a host without a port has the usual one, as the server takes it. */
export function mayGo(hosts: readonly string[], url: string): boolean {
  const scheme = url.slice(0, url.indexOf("://") + 3);
  return hosts.some((host) => hostOf(scheme + host) === hostOf(url));
}

/** Of whom a request names something that is not known of everybody who may call the tool: it is left out then. */
export function unknownCallers(
  request: unknown,
  access: App["access"],
  tool: Pick<ToolDraft, "scopes">,
): "" | "all" | "some" {
  if (!namesIn(request, "user").length || needsSignIn(access, tool)) return "";
  return access === "public" ? "all" : "some";
}
