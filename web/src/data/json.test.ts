import { expect, test } from "vitest";
import { readJSON } from "./json";

test.each(['{"a":[1,-2.5e3,true,null,"x\\n\\u00e9"],"b":{}}', "[]", ' "a" ', "0", '{"__proto__":{"a":1}}'])(
  "%s is read as JSON.parse reads it",
  (text) => {
    const read = readJSON(text);
    expect(read).toEqual({ ok: true, value: JSON.parse(text) });
  },
);

test.each([
  ['{"a":1,"a":2}', "“a” is here twice.", 1, 8],
  ['{"a":1,\n "b":{"c":1,"c":2}}', "“c” is here twice.", 2, 13],
  ['{"a":1,}', "There is a comma before the end.", 1, 8],
  ["[1,]", "There is a comma before the end.", 1, 4],
  ["{'a':1}", "A name in double quotes is expected here.", 1, 2],
  ["{\"a\":'x'}", "Texts stand in double quotes.", 1, 6],
  ['{"a" 1}', "A colon is missing after “a”.", 1, 6],
  ['{"a":1 "b":2}', "A comma or } is missing here.", 1, 8],
  ['{"a":', "It ends too early.", 1, 6],
  ['{"a":"x\n"}', "This text does not end: a double quote is missing.", 1, 6],
  ['{"a":"\\x"}', "This text has a character that must be escaped.", 1, 6],
  ['{"a":01}', "A value is expected here: a text in double quotes, a number, true, false, null, { or [.", 1, 6],
  ["{} {}", "There is something after the end.", 1, 4],
  ["", "There is nothing here yet. Paste JSON that begins with { and ends with }.", 1, 1],
])("%j: %s", (text, message, line, column) => {
  expect(readJSON(text)).toEqual({ ok: false, message, line, column });
});

test("what is too long or too deep is refused without being read", () => {
  expect(readJSON(`"${"x".repeat(5 << 20)}"`)).toMatchObject({
    ok: false,
    message: "This is 5.0 MiB; at most 1 MiB can be read. Take a part of it.",
  });
  expect(readJSON("[".repeat(5000))).toMatchObject({ ok: false, message: "It is nested more than 100 deep." });
});
