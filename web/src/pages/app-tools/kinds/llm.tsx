import { lazy } from "react";
import { setupOf, type ToolKind } from "./kind";

export const llm: ToolKind = {
  label: "Ask a language model",
  says: "Runs a prompt of yours on what somebody says, with rows of a table as knowledge.",
  table: false,
  live: true,
  layout: () => null,
  begin: () => ({
    name: "answer_question",
    description: "Answers a question. Use when somebody asks for help. Takes the question, in the person’s own words.",
  }),
  handler: () => ({ kind: "llm", model: "good" }),
  Setup: setupOf(
    "llm",
    lazy(() => import("../llm/Setup")),
  ),
  Try: lazy(() => import("../llm/Try")),
};
