import type { ComponentChild } from "preact";
import { expect, test, vi } from "vitest";
import { ChatWidget } from "../../layouts/chat/src/Chat.tsx";
import { GiftDetailsWidget } from "../../layouts/gift-details/src/GiftDetails.tsx";
import { GiftListWidget } from "../../layouts/gift-list/src/GiftList.tsx";
import { KitchenSinkWidget } from "../../layouts/kitchen-sink-lite/src/KitchenSink.tsx";
import { ListWidget } from "../../layouts/list/src/List.tsx";
import { MedicalWidget } from "../../layouts/medical-app/src/MedicalApp.tsx";
import { SolarSystemWidget } from "../../layouts/solar-system/src/SolarSystem.tsx";
import { TodoListWidget } from "../../layouts/todo-list/src/TodoList.tsx";
import { stage } from "./stage.tsx";

const never = () => new Promise<never>(() => {});
const gift = { id: "g", name: "Saw" };

test.each<[string, ComponentChild, unknown]>([
  ["Ask", <ListWidget />, { items: ["a"], actions: [{ label: "Ask", prompt: "p" }] }],
  ["Send", <ChatWidget />, { messages: [], seedMessage: "Hi" }],
  ["Go on", <ChatWidget />, { messages: [], suggestions: ["Go on"] }],
  ["Refine recommendations", <GiftListWidget />, { gifts: [gift] }],
  ["Back to the list", <GiftDetailsWidget />, { gift }],
  ["See times: Ada", <MedicalWidget />, { doctors: [{ id: "d", name: "Ada" }] }],
  ["Ask about Earth", <SolarSystemWidget />, {}],
  ["Call the tool", <KitchenSinkWidget />, {}],
  ["Show all tasks", <TodoListWidget />, { task_id: 1, status: "created", title: "t" }],
])("%s: the button that is waited for keeps the focus and takes no second press", async (name, widget, toolOutput) => {
  const asked = vi.fn(never);
  const state = { toolOutput, locale: "en", toolInput: { user_id: "u" }, widgetState: { starred_gift_ids: ["g"] } };
  const { button, press } = await stage(widget, state, { callTool: asked, sendFollowUpMessage: asked });
  await press(name);
  expect(document.activeElement).toBe(button(name));
  expect([button(name).disabled, button(name).getAttribute("aria-disabled")]).toEqual([false, "true"]);
  await press(name);
  expect(asked).toHaveBeenCalledTimes(1);
});
