import { expect, test } from "vitest";
import { hostOf, mayGo, namesIn, readCurl, secretName, unknownCallers, wordsOf, type Curl } from "./curl";

const read = (line: string) => readCurl(line) as Curl;

test("splits words as a shell does", () => {
  expect(wordsOf(`curl -d '{"a": "it'\\''s"}' "x \\"y\\"" $'a\\nb' \\\n z`)).toEqual([
    "curl", "-d", `{"a": "it's"}`, `x "y"`, "a\nb", "z",
  ]); // prettier-ignore
  expect(wordsOf("curl 'x")).toMatch(/not closed/);
});

test("reads method, address, query, headers and body", () => {
  expect(
    read(`curl -sSX POST 'https://api.example.com/v1/items?limit=3&tag=a&tag=b' \\
      -H 'Accept-Language: en' -H "Content-Type: application/json" -H 'Host: x' --data-raw '{"q":"rye"}'`),
  ).toEqual({
    request: {
      method: "POST",
      url: "https://api.example.com/v1/items",
      query: { limit: "3", tag: ["a", "b"] },
      headers: { "Accept-Language": "en" },
      body: { q: "rye" },
    },
    secrets: [],
    notes: ["Left out, since it belongs to the connection or a browser: Host."],
  });
  expect(read("curl -G api.example.com/x -d q=a%20b").request).toEqual({
    method: "GET",
    url: "https://api.example.com/x",
    query: { q: "a b" },
  });
  expect(read("curl https://e.com --data name=Ana&x=1").request.body).toEqual({ name: "Ana", x: "1" });
});

test("takes keys out, wherever they stand, and never leaves one in the request", () => {
  const line = `curl -u ana:geheim 'https://api.example.com/x?api_key=abc123&q=1' -H 'X-Api-Key: k-999' -H 'Cookie: sid=77' -d '{"token":"t-5","n":1}'`;
  const { request, secrets } = read(line);
  expect(request.headers).toEqual({
    "X-Api-Key": "{{secret.API_KEY_2}}",
    Cookie: "{{secret.COOKIE}}",
    Authorization: "Basic {{secret.API_LOGIN}}",
  });
  expect(request.query).toEqual({ api_key: "{{secret.API_KEY}}", q: "1" });
  expect(request.body).toEqual({ token: "{{secret.TOKEN}}", n: 1 });
  for (const { value } of secrets) expect(JSON.stringify(request)).not.toContain(value);
  expect(secrets.map(({ name, value }) => [name, value])).toEqual([
    ["API_KEY", "abc123"],
    ["API_KEY_2", "k-999"],
    ["COOKIE", "sid=77"],
    ["API_LOGIN", btoa("ana:geheim")],
    ["TOKEN", "t-5"],
  ]);
});

test("a bearer token keeps its scheme; a variable of the shell is a secret without a value", () => {
  expect(read(`curl https://e.com -H "Authorization: Bearer sk-12345"`)).toMatchObject({
    request: { headers: { Authorization: "Bearer {{secret.API_KEY}}" } },
    secrets: [{ name: "API_KEY", value: "sk-12345", where: "the header Authorization" }],
  });
  expect(read(`curl https://e.com -H "Authorization: Bearer $WEATHER_KEY"`)).toMatchObject({
    request: { headers: { Authorization: "Bearer {{secret.WEATHER_KEY}}" } },
    secrets: [{ name: "WEATHER_KEY", value: "" }],
  });
  expect(read("curl https://ana:pw@e.com/x").request).toEqual({
    method: "GET",
    url: "https://e.com/x",
    headers: { Authorization: "Basic {{secret.API_LOGIN}}" },
  });
});

test("says why a command cannot be read", () => {
  expect(readCurl("wget https://e.com")).toMatch(/begin with curl/);
  expect(readCurl("curl -s")).toMatch(/no address/);
  expect(readCurl("curl -X TRACE https://e.com")).toMatch(/TRACE/);
  expect(readCurl("curl ftp://e.com")).toMatch(/https/);
});

test("names of secrets, placeholders and hosts", () => {
  expect(secretName("x-api-key")).toBe("X_API_KEY");
  expect(secretName("42")).toBe("API_KEY");
  expect(namesIn({ url: "https://e.com/{{args.id}}", query: { a: "{{args.q}} {{args.id}}", k: "{{secret.K}}" } }, "args")).toEqual(["id", "q"]); // prettier-ignore
  expect(hostOf("https://E.com:8443/{{args.id}}")).toBe("e.com:8443");
  expect(hostOf("https://")).toBe("");
});

test("knows where a secret may go", () => {
  expect(mayGo(["a.example"], "https://A.example:443/x")).toBe(true);
  expect(mayGo(["a.example:443"], "https://a.example/{{args.x}}")).toBe(true);
  expect(mayGo(["b.example", "a.example:8443"], "https://a.example:8443")).toBe(true);
  expect(mayGo(["a.example"], "https://a.example:8443/")).toBe(false);
  expect(mayGo(["a.example:8443"], "https://a.example/")).toBe(false);
  expect(mayGo([], "https://a.example/")).toBe(false);
});

test("knows of whom a request says more than is known", () => {
  const request = { url: "https://a.example/", query: { u: "{{ user.id }}" } };
  expect(unknownCallers(request, "public", { scopes: ["read"] })).toBe("all");
  expect(unknownCallers(request, "mixed", {})).toBe("some");
  expect(unknownCallers(request, "mixed", { scopes: ["read"] })).toBe("");
  expect(unknownCallers(request, "person", {})).toBe("");
  expect(unknownCallers({ url: "https://a.example/?u={{args.user}}" }, "public", {})).toBe("");
});
