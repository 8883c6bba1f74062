import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ToolTexts } from "./ToolTexts";

test("letters are counted as the server counts them", () => {
  const said = { name: "", description: "" };
  render(<ToolTexts name="bake" description={"🥨".repeat(900)} said={said} readOnly onChange={() => undefined} />);
  expect(screen.getByText("900/1,024")).toBeTruthy();
});
