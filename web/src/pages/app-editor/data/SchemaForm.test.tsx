import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SchemaForm } from "./SchemaForm";

test("what may be nothing has the field of what it else is", () => {
  const change = vi.fn();
  render(
    <SchemaForm
      all
      schema={{
        type: "object",
        properties: {
          vegan: { type: ["boolean", "null"] },
          allergens: { type: ["array", "null"], items: { type: "string" } },
          course: { type: ["string", "null"], enum: ["Beginners", "Juniors", null] },
        },
      }}
      value={{}}
      problems={[]}
      onChange={change}
    />,
  );
  fireEvent.click(screen.getByRole("switch", { name: "Vegan" }));
  expect(change).toHaveBeenLastCalledWith(["vegan"], true);
  fireEvent.click(screen.getByRole("button", { name: /Add an? allergen/ }));
  expect(change).toHaveBeenLastCalledWith(["allergens"], [""]);
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Choose…",
    "Beginners",
    "Juniors",
  ]);
});
