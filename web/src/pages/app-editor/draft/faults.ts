import type { Theme } from "~/api/layouts";
import { nameFault } from "~/tool/name";
import type { Draft, FieldName } from "./fields";

export interface Fault {
  /** Where below the field: "light.accent"; "" for the field itself. */
  at: string;
  message: string;
}

/** What the page calls a slug is an address. */
export const slugTaken = "This address is taken. Choose another.";

/** The form of a slug (contract §2). */
export const slugForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const limits = { name: 100, description: 2000, toolDescription: 1024, responseText: 64_000, systemPrompt: 8000 };

/** What the server would refuse to save of a field: half-typed values are not sent, they only wait. */
export function faultsOf(field: FieldName, value: Draft[FieldName]): Fault[] {
  const say = (message: string): Fault[] => [{ at: "", message }];
  switch (field) {
    case "toolName": {
      const fault = nameFault(String(value));
      return fault ? say(fault.message) : [];
    }
    case "mcpSlug":
      return value && !slugForm.test(String(value))
        ? say("Lower-case letters, digits and hyphens, at most 63; neither the first nor the last may be a hyphen.")
        : [];
    case "themeVariables":
      return (["light", "dark"] as const).flatMap((mode) =>
        Object.entries((value as Theme)[mode] ?? {})
          .filter(([, colour]) => !/^#[0-9a-f]{6}$/i.test(colour))
          .map(([colour]) => ({ at: `${mode}.${colour}`, message: "A colour is written #rrggbb, such as #0b6bcb." })),
      );
    case "name":
    case "description":
    case "toolDescription":
    case "responseText":
    case "systemPrompt": {
      const length = [...String(value)].length;
      if (field === "name" && !String(value).trim())
        return say("An app needs a name. The last one stays until there is another.");
      return length > limits[field]
        ? say(`At most ${limits[field].toLocaleString("en")} characters, not ${length.toLocaleString("en")}.`)
        : [];
    }
    default:
      return [];
  }
}
