import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useState } from "react";
import { SchemaForm } from "./SchemaForm";
import type { Schema } from "./schema";

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

test("a number is read as in the grid, and stays as it is typed", () => {
  let value: unknown = {};
  const schema: Schema = { type: "object", properties: { price: { type: ["number", "null"] } } };
  function Form() {
    const [args, set] = useState<Record<string, unknown>>({});
    value = args;
    return (
      <SchemaForm
        all
        schema={schema}
        value={args}
        problems={[]}
        onChange={(path, next) => set({ [String(path[0])]: next })}
      />
    );
  }
  render(<Form />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Price" });
  for (const [typed, read] of [
    ["3,20", 3.2],
    ["3.0", 3],
    ["3.05", 3.05],
    ["1,500", 1500],
    ["-", "-"],
    ["", null],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } });
    expect(value).toEqual({ price: read });
    expect(field.value).toBe(typed);
  }
});
