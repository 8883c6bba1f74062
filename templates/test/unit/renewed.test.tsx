import type { ComponentChild } from "preact";
import { expect, test } from "vitest";
import { CarouselWidget } from "../../layouts/carousel/src/Carousel.tsx";
import { MarkdownWidget } from "../../layouts/markdown/src/Markdown.tsx";
import { settled } from "./fake.ts";
import { stage } from "./stage.tsx";

test.each<[string, ComponentChild, (image: string) => unknown]>([
  ["markdown", <MarkdownWidget />, (image) => ({ text: `![Picture](${image})` })],
  ["carousel", <CarouselWidget />, (image) => ({ items: [{ title: "A", image }] })],
])("%s: a picture that failed does not take the next result's with it", async (_, widget, data) => {
  const { root, say } = await stage(widget, { toolOutput: data("https://pictures.example/gone.png") });
  root.querySelector("img")!.dispatchEvent(new Event("error"));
  await settled();
  expect(root.querySelector("img")).toBeNull();
  await say({ toolOutput: data("https://pictures.example/there.png") });
  expect(root.querySelector("img")?.src).toBe("https://pictures.example/there.png");
});
