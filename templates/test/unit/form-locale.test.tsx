import { expect, test, vi } from "vitest";
import { FormWidget } from "../../layouts/form/src/Form.tsx";
import { settled } from "./fake.ts";
import { stage } from "./stage.tsx";

test("a form reads numbers in the language that it writes them in, also when the host changes its own", async () => {
  const callTool = vi.fn(async () => ({ structuredContent: {} }));
  const toolOutput = {
    tool: "pay",
    fields: [
      { name: "sum", type: "number", min: 1000 },
      { name: "rate", type: "number", value: 1.125 },
    ],
  };
  const { root, press, say } = await stage(<FormWidget />, { toolOutput, locale: "de" }, { callTool });
  const type = async (value: string) => {
    const field = root.querySelector("input")!;
    field.value = value;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await settled();
  };
  await type("999,5");
  await press("Send");
  expect(root.textContent).toContain("Enter 1.000 or more.");
  await say({ locale: "en" });
  await type("1.000");
  await press("Send");
  expect(callTool).toHaveBeenCalledWith("pay", { sum: 1000, rate: 1.125 });
});
