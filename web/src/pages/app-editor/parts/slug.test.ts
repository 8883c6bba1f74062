import { expect, test } from "vitest";
import { slugForm } from "../draft/faults";
import { latinSlug } from "./slug";

test.each([
  ["Лодки Порту", "lodki-portu"],
  ["Βάρκες", "varkes"],
  ["🚤", ""],
])("%s is proposed as “%s”", (name, slug) => expect(latinSlug(name)).toBe(slug));

test.each(["港の船", "קפה", "السفن في الميناء", "Лодки ".repeat(40)])(
  "%s gets an address that is well formed",
  (name) => expect(latinSlug(name)).toMatch(slugForm),
);
