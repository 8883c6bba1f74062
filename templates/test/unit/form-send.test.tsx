import type { ToolResult } from "@chatui/runtime";
import { expect, test, vi } from "vitest";
import { FormWidget } from "../../layouts/form/src/Form.tsx";
import { settled } from "./fake.ts";
import { stage } from "./stage.tsx";

const toolOutput = {
  tool: "book",
  arguments: { shop: 7 },
  fields: [
    { name: "guests", label: "Guests", type: "number", value: 2 },
    { name: "name", label: "Name", value: "Ada" },
  ],
  successMessage: "Thank you. We have received it.",
};
const args = { shop: 7, guests: 2, name: "Ada" };

/** A form before a host whose tool answers so, or fails so; sent once. */
async function sent(answer: unknown) {
  const callTool = vi.fn(async () => {
    if (answer instanceof Error) throw answer;
    return answer as ToolResult;
  });
  const it = await stage(<FormWidget />, { toolOutput }, { callTool });
  await it.press("Send");
  return { ...it, callTool, text: it.root.textContent! };
}

test.each([
  { structuredContent: { row: { id: "1", name: "Ada" } } },
  { content: [{ type: "text", text: "Added." }], isError: false },
  { content: [] },
  { structuredContent: { error: null } },
])("received: %j", async (answer) => {
  const { text, callTool } = await sent(answer);
  expect(text).toContain("We have received it.");
  expect(callTool.mock.calls).toEqual([["book", args]]);
});

const late = () => new DOMException("The host did not answer in time.", "TimeoutError");
const error = (code: string, message: string, details = {}) => ({
  isError: true,
  structuredContent: { error: { code, message, details } },
});

test.each([
  ["an error", error("CONFLICT", "There is one by this name."), "There is one by this name."],
  ["an error without the sign", { structuredContent: { error: { message: "No." } } }, "That did not work"],
  ["an error without words", { isError: true, content: [] }, "The tool reported an error."],
  ["a tool that was too late", error("TIMEOUT", "Too late."), "Too late. It may have arrived all the same."],
  ["a host that does not answer", late(), "No confirmationThe host did not answer in time. It may have arrived"],
  ["a host that refuses", new Error("The person said no."), "That did not workThe person said no."],
  ["no answer", { content: [{ type: "text", text: "" }] }, "The tool gave no answer."],
  ["a form again", { structuredContent: { ...toolOutput } }, "The tool only showed this form again."],
  ["examples", { structuredContent: { row: {} }, _meta: { "berth/mock": true } }, "so nothing was kept."],
  [
    "work that goes on",
    { content: [{ type: "text", text: "still working" }], structuredContent: {}, _meta: { "berth/run": { id: "x" } } },
    "Not finished yetstill working",
  ],
])("not received: %s", async (_, answer, want) => {
  const { text, root, button } = await sent(answer);
  expect(text).toContain(want);
  expect(text).not.toContain("We have received it.");
  expect([...root.querySelectorAll("input")].map((input) => input.value)).toEqual(["2", "Ada"]);
  expect(button("Send").getAttribute("aria-disabled")).toBe("false");
});

test("what the tool says of its arguments stands at their fields", async () => {
  const problems = [
    { location: "arguments.guests", message: "must be at most 1" },
    { location: "guests", message: "must be odd" },
    { location: "name[0]", message: "must be a letter" },
    { location: "shop", message: "is closed" },
    { location: "guestsBook", message: "is unknown" },
    { location: "", message: "is too much" },
    null,
    { location: "name" },
  ];
  const { root } = await sent(error("INVALID_INPUT", "Nothing was done.", { problems }));
  expect([...root.querySelectorAll(".problem")].map((p) => p.textContent)).toEqual([
    "must be at most 1; must be odd",
    "must be a letter",
  ]);
  expect(root.querySelector(".failure")!.textContent).toBe(
    "That did not workNothing was done.\nshop: is closed\nguestsBook: is unknown\nis too much",
  );
  expect(document.activeElement!.id).toBe("field-0");
});

test("nothing is claimed before the answer, and nothing is sent twice", async () => {
  let answer: (result: ToolResult) => void = () => {};
  const callTool = vi.fn(() => new Promise<ToolResult>((resolve) => (answer = resolve)));
  const { root, button, press } = await stage(<FormWidget />, { toolOutput }, { callTool });
  const send = button("Send");
  send.click();
  send.click();
  root.querySelector("input")!.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await settled();
  send.click();
  await settled();
  expect(callTool).toHaveBeenCalledTimes(1);
  expect(root.querySelector("[role=group]")!.getAttribute("aria-busy")).toBe("true");
  expect([button("Sending…").getAttribute("aria-disabled"), root.querySelector("input")!.readOnly]).toEqual([
    "true",
    true,
  ]);
  expect(root.textContent).not.toContain("eceived");
  answer({ structuredContent: { row: { id: "1", guests: 2 } } });
  await settled();
  expect(root.textContent).toContain("We have received it.Guests2");
  await press("Send another");
  expect(callTool).toHaveBeenCalledTimes(1);
  expect(root.querySelectorAll("input")).toHaveLength(2);
});

test("without calls of tools the answers go to the assistant, and nothing says that they were received", async () => {
  const sendFollowUpMessage = vi.fn(async () => {});
  const { root, press } = await stage(<FormWidget />, { toolOutput }, { sendFollowUpMessage });
  expect(root.textContent).toContain("Nothing can be sent from here directly.");
  await press("Hand to the assistant");
  expect(sendFollowUpMessage.mock.calls).toEqual([
    [
      {
        prompt: `Call the tool book with exactly these arguments, then tell me whether they were received:\n${JSON.stringify(args)}`,
      },
    ],
  ]);
  expect(root.textContent).toContain("They count once the assistant confirms them.");
  expect(root.textContent).not.toContain("We have received it.");
  await press("Back to the form");
  expect(root.querySelectorAll("input")[1]!.value).toBe("Ada");
});

test("a message that cannot be sent is said, and a host that can do nothing gets no button", async () => {
  const sendFollowUpMessage = async () => {
    throw new Error("Not now.");
  };
  const { root, press } = await stage(<FormWidget />, { toolOutput }, { sendFollowUpMessage });
  await press("Hand to the assistant");
  expect(root.textContent).toContain("That did not workNot now.");
  const mute = await stage(<FormWidget />, { toolOutput }, {});
  expect([mute.root.querySelector("button"), mute.root.textContent!.includes("from within a conversation")]).toEqual([
    null,
    true,
  ]);
});
