import { expect, test } from "vitest";
import { GiftListWidget } from "../../layouts/gift-list/src/GiftList.tsx";
import { stage } from "./stage.tsx";

test("gift-list: every round leaves out what the rounds before have shown", async () => {
  const asked: Record<string, unknown>[] = [];
  const list = (round: number) => ({
    gifts: ["a", "b", "c"].map((at) => ({ id: `${round}${at}`, name: `Gift ${round}${at}` })),
  });
  const callTool = async (_: string, args: Record<string, unknown>) => {
    asked.push(args);
    return { content: [], structuredContent: list(asked.length) };
  };
  const input = { recipient_description: "dad", past_gifts: ["tie"] };
  const { press } = await stage(<GiftListWidget />, { toolOutput: list(0), toolInput: input }, { callTool });
  await press("Star Gift 0b");
  await press("Refine recommendations");
  await press("Star Gift 1a");
  await press("Refine recommendations");
  expect(asked).toEqual([
    { ...input, past_gifts: ["tie", "Gift 0a; Gift 0c"], starred_gift_ids: ["0b"] },
    { ...input, past_gifts: ["tie", "Gift 0a; Gift 0c; Gift 1b; Gift 1c"], starred_gift_ids: ["0b", "1a"] },
  ]);
});
