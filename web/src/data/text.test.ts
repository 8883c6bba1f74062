import { expect, test } from "vitest";
import { decoded } from "./text";

const utf8 = (text: string) => new TextEncoder().encode(text);
const wide = (text: string, little: boolean) =>
  new Uint8Array([...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]).map((_, i, all) => all[little ? i : i ^ 1] ?? 0)); // prettier-ignore

test.each([
  ["UTF-8", utf8("name;ä\n🥐")],
  ["UTF-8 with a mark", utf8("\ufeffname;ä\n🥐")],
])("%s is read", (_, bytes) => {
  expect(decoded(bytes)).toEqual({ text: "name;ä\n🥐" });
});

test.each([true, false])("UTF-16 is read with its mark and without", (little) => {
  for (const mark of ["\ufeff", ""]) expect(decoded(wide(`${mark}name\tä`, little))).toEqual({ text: "name\tä" });
});

test("Windows-1252 is read, and shows a word by which to judge it", () => {
  const file = new Uint8Array([...utf8("Sorte;Ort\n"), 0xa7, 0x3b, 0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]);
  expect(decoded(file)).toEqual({ text: "Sorte;Ort\n§;Müller", doubt: "Müller" });
});

test("of a long word, what is around its strange letter is shown", () => {
  const long = "a".repeat(100);
  const file = new Uint8Array([...utf8(`${long},${long}`), 0xfc, ...utf8(long)]);
  expect(decoded(file)).toMatchObject({ doubt: `${"a".repeat(40)}ü${"a".repeat(40)}` });
});

test.each([
  ["a PDF", utf8("%PDF-1.4\n")],
  ["zeros", utf8("a\0b")],
  ["what Windows-1252 has no letter for", new Uint8Array([0x61, 0x81, 0x62])],
  ["half a character", new Uint8Array([0xff, 0xfe, 0x61])],
])("%s is refused", (_, bytes) => {
  expect(decoded(bytes)).toHaveProperty("fault");
});

test.each([
  ["xlsx", [0x50, 0x4b, 3, 4, 0x14, 0, 6, 0]],
  ["xls", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
])("of a file of Excel, %s, it is said how its cells come here", (_, bytes) => {
  expect(decoded(new Uint8Array(bytes))).toEqual({
    fault: expect.stringContaining("copy its cells and paste them here"),
  });
});
