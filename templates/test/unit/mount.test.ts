import { h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { mount } from "../../kit/src/mount.tsx";
import { framed } from "./fake.ts";

beforeEach(() => (document.body.innerHTML = '<div id="app"></div>'));

test.each([
  ["ltr", ["en-US", "de", "ku", "sd-Deva", "ks-Deva", "ar-Latn", "ur-Latn", "", "x", "ar_EG", "no language"]],
  [
    "rtl",
    [
      "ar-EG",
      "he",
      "iw",
      "fa",
      "ps",
      "ur",
      "yi",
      "ug",
      "dv",
      "ckb",
      "sd",
      "ks",
      "arc",
      "ku-Arab",
      "ha-Arab",
      "pa-Arab",
      "pa-PK",
      "uz-Arab",
      "syr",
      "nqo",
      "ff-Adlm",
      "ur-Aran",
    ],
  ],
])("%s is the direction of %j", (dir, locales) => {
  for (const locale of locales) {
    const win = Object.assign(framed().win, { openai: { locale } });
    mount("x", h("p", null), win);
    expect(document.documentElement.dir, locale).toBe(dir);
  }
});
