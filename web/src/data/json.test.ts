import { expect, test } from "vitest";
import { faultIn, nodeAt, parseJSON } from "./json";

test.each(['{"a":[1,-2.5e3,true,false,null,"x\\n\\u00e9"],"b":{}}', "[]", '"x"', " 0 ", '{"__proto__":1}'])(
  "%s is what JSON.parse makes of it",
  (text) => {
    const { root, faults } = parseJSON(text);
    expect(faults).toEqual([]);
    expect(JSON.stringify(root?.value)).toBe(JSON.stringify(JSON.parse(text)));
  },
);

test.each<[string, string, number]>([
  ['{"a":1,}', "no comma before }", 6],
  ["[1 2]", "a comma or ] was expected, not “2”", 3],
  ["{'a':1}", "a name in double quotes was expected", 1],
  ["['a']", "texts stand in double quotes", 1],
  ['"abc', "no closing quote", 0],
  ['"a\nb"', "a text ends on its line", 2],
  ['"\\x"', "after \\ comes one of", 1],
  ["01", "nothing may follow the end", 1],
  ['{"a" 1}', "a colon was expected", 5],
  ["", "a value was expected, not the end of the text", 0],
  ["NaN", "a value was expected", 0],
])("%j is refused where it is wrong", (text, message, from) => {
  const { root, faults } = parseJSON(text);
  expect(root).toBeNull();
  expect(faults[0]?.message).toContain(message);
  expect(faults[0]?.from).toBe(from);
  expect(() => JSON.parse(text) as unknown).toThrow();
});

test("a name that stands twice is a fault, at the second", () => {
  const text = '{"a":{"x":1,"x":2},"b":3}';
  expect(parseJSON(text).faults).toEqual([{ from: 12, to: 15, message: "“x” stands here twice; remove one" }]);
});

test("very deep nesting is refused, not a broken stack", () => {
  expect(parseJSON("[".repeat(100_000)).faults[0]?.message).toContain("nested too deeply");
});

test("parts are found by their path", () => {
  const text = '{"items":[{"title":"x"}]}';
  const { root } = parseJSON(text);
  if (!root) throw new Error("no JSON");
  const cut = (path: (string | number)[]) => {
    const { from, to } = nodeAt(root, path);
    return text.slice(from, to);
  };
  expect(cut(["items", 0, "title"])).toBe('"x"');
  expect(cut(["items"])).toBe('"items"');
  expect(cut(["items", 0, "missing"])).toBe("{");
});

test("a fault is told with its place", () => {
  const told = (text: string) => faultIn(text, parseJSON(text));
  expect(told('{"a":1,\n "b":{"c":1,"c":2}}')).toBe("Line 2, column 13: “c” stands here twice; remove one.");
  expect(told('{"a":1}')).toBe("");
});
