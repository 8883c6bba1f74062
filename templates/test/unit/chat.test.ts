import { expect, test } from "vitest";
import { readChat, turns } from "../../layouts/chat/src/data.ts";

test("chat: reads texts and blocks, and counts what says nothing", () => {
  const { messages, skipped } = readChat({
    messages: [
      { role: "user", text: " a " },
      { role: "assistant", content: [{ type: "text", text: "b" }, { type: "image" }, { type: "text", text: "c" }] },
      { role: "system", content: "d" },
      { role: "pirate", text: "e" },
      { text: 7 },
      { role: "user" },
      { role: "user", content: [1] },
      null,
    ],
  });
  expect(messages.map((m) => [m.role, m.words])).toEqual([
    ["user", "a"],
    ["assistant", "b\n\nc"],
    ["note", "d"],
    ["assistant", "e"],
    ["assistant", "7"],
  ]);
  expect(skipped).toBe(3);
});

test("chat: offers every prompt once, four at most, none that the draft has", () => {
  const { suggestions, seed } = readChat({
    seedMessage: "Hi",
    suggestions: ["Hi", "a", "a", { label: "L", prompt: "b" }, { label: "c" }, {}, "d", "e"],
  });
  expect(seed).toBe("Hi");
  expect(suggestions).toEqual([
    { prompt: "a", label: "a" },
    { prompt: "b", label: "L" },
    { prompt: "c", label: "c" },
  ]);
  expect(readChat({ suggestions: ["x".repeat(500)] }).suggestions[0]?.label.length).toBe(80);
});

test.each([
  [null, false],
  [{}, false],
  [{ messages: {} }, false],
  [{ locale: "en" }, false],
  [{ seedMessage: "" }, true],
  [{ messages: [] }, true],
  [{ suggestions: [] }, true],
])("chat: %j is readable: %j", (output, want) => {
  expect(readChat(output).readable).toBe(want);
});

test("one speaker's messages in a row are one turn", () => {
  const { messages } = readChat({
    messages: [
      { role: "user", text: "1" },
      { role: "user", text: "2" },
      { role: "assistant", name: "A", text: "3" },
      { role: "assistant", name: "B", text: "4" },
      { role: "user", text: "5" },
    ],
  });
  expect(turns(messages).map((t) => [t.role, t.name, t.messages.length])).toEqual([
    ["user", "", 2],
    ["assistant", "A", 1],
    ["assistant", "B", 1],
    ["user", "", 1],
  ]);
  expect(turns([])).toEqual([]);
});
