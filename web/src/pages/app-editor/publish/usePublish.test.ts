import { expect, test } from "vitest";
import { heldProblems } from "./usePublish";

test("what is held back, and text that is not the data yet, keep a draft from being published", () => {
  expect(heldProblems({ held: {}, unfinished: null })).toEqual({ is: "unsaved" });
  expect(
    heldProblems({
      held: { themeVariables: { value: {}, problems: [{ at: "light.accent", message: "A colour." }] } },
      unfinished: { text: "{", over: {} },
    }),
  ).toMatchObject({
    is: "refused",
    problems: [{ location: "body.themeVariables.light.accent" }, { location: "body.mockData" }],
  });
});
