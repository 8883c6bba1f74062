import { expect, test } from "vitest";
import { merge, readDetails, readGift, sentence } from "../../layouts/gift-details/src/gift.ts";
import { mostStars, readStars } from "../../layouts/gift-details/src/stars.tsx";
import { listCodes, pastGifts, readList, refinement } from "../../layouts/gift-list/src/data.ts";
import { brief, readCount } from "../../layouts/kitchen-sink-lite/src/facts.ts";
import { byDay, readView } from "../../layouts/medical-app/src/data.ts";
import { bookingOf, naming, patientOf } from "../../layouts/medical-app/src/useFlow.ts";
import { wordsFor } from "../../layouts/medical-app/src/words.ts";
import {
  daysOf,
  number,
  orbit,
  picture,
  place,
  planets,
  readChoice,
  readScene,
  span,
} from "../../layouts/solar-system/src/planets.ts";

test("gifts: what the model sees wins, and metadata complete it", () => {
  const meta = {
    gifts: [
      { id: "1", name: "Other", full_description: "Long", occasions: ["birthday"] },
      { id: "2", name: "Only here" },
      null,
    ],
  };
  const { gifts, skipped, readable } = readList(
    { gifts: [{ id: "1", name: "Saw", price_range: "moderate" }, { id: "2" }, { id: "3" }, null] },
    meta,
  );
  expect(gifts.map((g) => [g.id, g.name, g.full, g.price])).toEqual([
    ["1", "Saw", "Long", "Moderate"],
    ["2", "Only here", "", ""],
  ]);
  expect([skipped, readable, gifts[0]?.occasions]).toEqual([2, true, ["Birthday"]]);
  expect(readList({ gifts: [] }, meta).gifts.map((g) => g.name)).toEqual(["Other", "Only here"]);
});

test("gifts: fallback and refinement are told apart", () => {
  expect(readList({ gifts: [], fallback: true }, null)).toMatchObject({
    fallback: true,
    refined: false,
    readable: true,
    gifts: [],
  });
  expect(
    readList({ gifts: [], query_context: { fallback_used: true, starred_boost_applied: true } }, null),
  ).toMatchObject({ fallback: true, refined: true });
  for (const output of [null, 3, [], {}, { gifts: {} }])
    expect(readList(output, null), JSON.stringify(output)).toMatchObject({ readable: false, gifts: [] });
});

test("gifts: a refinement repeats the request, and needs one", () => {
  const request = { recipient_description: "dad", past_gifts: ["tie"], limit: 5 };
  expect(refinement(request, ["a"])).toEqual({ ...request, starred_gift_ids: ["a"] });
  for (const input of [null, {}, { recipient_description: " " }, { recipient_description: 3 > 4 }])
    expect(refinement(input, ["a"])).toBeNull();
});

test("gifts: what was shown and not starred counts as a past gift", () => {
  const shown = ["a", "b", "c"].map((id) => readGift({ id, name: `Gift ${id}` })!);
  const request = { recipient_description: "dad", past_gifts: ["tie"] };
  expect(refinement(request, ["b"], shown)).toEqual({
    ...request,
    past_gifts: ["tie", "Gift a; Gift c"],
    starred_gift_ids: ["b"],
  });
  expect(refinement({ recipient_description: "dad" }, ["a"], shown.slice(0, 1))).toEqual({
    recipient_description: "dad",
    starred_gift_ids: ["a"],
  });
});

test("gifts: past gifts fit into what the tool takes, the latest first", () => {
  const names = Array.from({ length: 120 }, (_, i) => `${i} ${"x".repeat(60)}`);
  const past = Array.from({ length: 20 }, (_, i) => `given ${i}`);
  const all = pastGifts(past, names);
  expect(all.length).toBeLessThanOrEqual(20);
  for (const item of all) expect(item.length).toBeLessThanOrEqual(200);
  const each = all.flatMap((item) => item.split("; "));
  expect(each.slice(0, 20)).toEqual(past);
  expect(each.slice(20)).toEqual(names.slice(-(each.length - 20)));
  expect(each.length).toBeGreaterThan(60);
  expect(pastGifts(["tie"], ["tie", "tie", "", "y".repeat(201)])).toEqual(["tie"]);
});

test("gifts: one gift, its details, and codes in words", () => {
  expect(readGift({ price_range: "x" })).toBeNull();
  expect(readGift({ name: "A", categories: ["home_decor", "DIY", 3, {}, ""] })?.categories).toEqual([
    "Home decor",
    "DIY",
    "3",
  ]);
  expect(readDetails({ gift: null })).toBeNull();
  const known = readGift({ id: "1", name: "A", brief_description: "short", occasions: ["x"] });
  const more = readGift({ id: "1", name: "B", full_description: "long" });
  if (!known || !more) throw new Error("both are gifts");
  expect(merge(known, more)).toMatchObject({ id: "1", name: "B", brief: "short", full: "long", occasions: ["X"] });
  expect(sentence("invalid_input", listCodes)).toBe("Please provide a description of the gift recipient.");
  expect(sentence("some_code", listCodes)).not.toContain("some_code");
  expect(sentence("constructor", listCodes)).not.toContain("constructor");
  expect(sentence("Closed today.", listCodes)).toBe("Closed today.");
  expect(sentence(null, listCodes)).not.toBe("");
});

test("stars: read from anything, at most what the tool takes", () => {
  for (const state of [null, 3, [], {}, { starred_gift_ids: "a" }]) expect(readStars(state)).toEqual([]);
  expect(readStars({ starred_gift_ids: ["a", "a", "", null, {}, "b"] })).toEqual(["a", "b"]);
  expect(readStars({ starred_gift_ids: Array.from({ length: 50 }, (_, i) => `g${i}`) })).toHaveLength(mostStars);
});

test("medical: the metadata name the view; without them the data do", () => {
  const view = (output: unknown, meta: Record<string, unknown> | null = null) => readView(output, meta, "pt-BR");
  expect(
    view({ doctors: [{ name: "Told" }] }, { view: "doctors-list", doctors: [{ id: "1", name: "Known" }] }),
  ).toMatchObject({ kind: "doctors-list", doctors: { entries: [{ id: "1", name: "Known" }], skipped: 0 } });
  expect(view({ matches: [{ name: "A" }, null] })).toMatchObject({ kind: "disambiguation", doctors: { skipped: 1 } });
  expect(view({ doctor: { name: "A" }, slots: [] })).toMatchObject({ kind: "slots-list", doctor: { name: "A" } });
  expect(view({ appointment: { doctorName: "A", scheduledAt: "amanhã 09:00", patientName: "M" } })).toMatchObject({
    kind: "confirmation",
    doctor: { name: "A" },
    when: "amanhã, 09:00",
    patient: "M",
  });
  for (const output of [null, {}, [], { success: false }, { appointment: "x" }])
    expect(view(output), JSON.stringify(output)).toBeNull();
  expect(view({ doctors: [] }, { view: "settings" })).toBeNull();
  expect(view({}, { view: "confirmation" })).toBeNull();
});

test.each([
  [
    "the document's example",
    { time: "2025-01-10T09:00:00Z", formattedTime: "segunda-feira, 10 de janeiro de 2025 09:00" },
    "pt-BR",
    "segunda-feira, 10 de janeiro de 2025",
    "09:00",
  ],
  [
    "English, same clock",
    { time: "2025-01-10T09:00:00Z", formattedTime: "sexta-feira, 10 de janeiro de 2025 09:00" },
    "en",
    "Friday, January 10, 2025",
    "09:00",
  ],
  [
    "English, the clock of São Paulo",
    { time: "2025-01-10T12:00:00Z", formattedTime: "sexta-feira, 10 de janeiro de 2025 09:00" },
    "en",
    "Friday, January 10, 2025",
    "09:00",
  ],
  [
    "English, a clock of neither",
    { time: "2025-01-10T12:00:00Z", formattedTime: "sexta-feira, 10 de janeiro de 2025 10:00" },
    "en",
    "sexta-feira, 10 de janeiro de 2025",
    "10:00",
  ],
  [
    "late in the evening",
    { time: "2025-01-11T01:30:00Z", formattedTime: "sexta-feira, 10 de janeiro de 2025 22:30" },
    "en",
    "Friday, January 10, 2025",
    "22:30",
  ],
  ["words for the model", { time: "seg, 10 jan, 09:00" }, "pt-BR", "seg, 10 jan", "09:00"],
  ["a time alone", { time: "2025-01-10T09:00:00-03:00" }, "en", "Friday, January 10, 2025", "09:00"],
  ["às, h", { formattedTime: "sexta, 10 de janeiro às 9h30" }, "pt-BR", "sexta, 10 de janeiro", "9h30"],
  ["no clock", { time: "logo" }, "pt-BR", "", "logo"],
])("medical: day and clock of %s", (_, slot, lang, day, clock) => {
  expect(readView({ slots: [slot] }, null, lang)).toMatchObject({ slots: { entries: [{ day, clock }] } });
});

test("medical: hostile times take no long time", () => {
  const formattedTime = `a${" ,".repeat(50_000)}x`;
  expect(readView({ slots: [{ formattedTime }] }, null, "pt-BR")).toMatchObject({
    slots: { entries: [{ day: "", clock: formattedTime }] },
  });
});

test("medical: of a phone only the end is kept", () => {
  const view = readView({ appointment: { patient: { name: "M", phone: "(11) 99999-8888" } } }, null, "pt-BR");
  expect(JSON.stringify(view)).not.toContain("9999");
  expect(view).toMatchObject({ phone: "8888" });
});

test("medical: arguments name the doctor and repeat a booking", () => {
  expect(naming({ id: "d", name: "A", specialty: "S" })).toEqual({ doctorId: "d" });
  expect(naming({ name: "A", specialty: "S" })).toEqual({ doctorName: "A", specialty: "S" });
  expect(naming({ doctorName: "A" })).toEqual({ doctorName: "A" });
  const patient = { patientName: "Maria", patientPhone: "11999998888" };
  expect(patientOf({ patientName: "Maria" })).toBeNull();
  expect(bookingOf({ doctorName: "A", slotTime: "09:00", ...patient })).toEqual({ slotTime: "09:00", ...patient });
  expect(bookingOf({ slotId: "s", slotTime: "09:00", ...patient })).toEqual({ slotId: "s", ...patient });
  for (const input of [{}, patient, { slotTime: "09:00" }, { slotTime: "09:00", patientName: "", patientPhone: "1" }])
    expect(bookingOf(input)).toBeNull();
});

test("medical: days in the order of their first slot; Portuguese only for Portuguese", () => {
  const slot = (day: string, clock: string) => ({ id: "", day, clock, date: "" });
  expect(byDay([slot("b", "1"), slot("a", "2"), slot("b", "3")]).map((d) => [d.name, d.slots.length])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
  expect(["pt", "pt-PT", "PT-br"].map((l) => wordsFor(l).lang)).toEqual(["pt-BR", "pt-BR", "pt-BR"]);
  expect(["", "en-GB", "de", "ptx"].map((l) => wordsFor(l).lang)).toEqual(Array(4).fill("en"));
});

test("demo: values and counts that are none", () => {
  expect([brief(null), brief({ a: 1 }), brief("x".repeat(500)).length]).toEqual(["none", '{"a":1}', 160]);
  expect(
    [null, [], { count: "3" }, { count: -1 }, { count: 1.5 }, { count: 1e9 }, { count: 7 }].map(readCount),
  ).toEqual([0, 0, 0, 0, 0, 0, 7]);
});

test("planets: read from anything", () => {
  expect(readScene({ planet_name: " mars ", planet_description: "red", autoOrbit: false })).toEqual({
    planet: 3,
    about: "red",
    moving: false,
    unknown: "",
  });
  expect(readScene({ planet_name: "Pluto", planet_description: "small" })).toEqual({
    planet: 2,
    about: "",
    moving: true,
    unknown: "Pluto",
  });
  for (const output of [null, [], 3, { planet_name: {} }])
    expect(readScene(output)).toEqual({ planet: 2, about: "", moving: true, unknown: "" });
  expect([null, { planet: "Venus" }, { planet: "x" }, { planet: 1 }].map(readChoice)).toEqual([-1, 1, -1, -1]);
});

test("planets: stand on their orbits, inside the picture, and come round after a year", () => {
  planets.forEach((planet, i) => {
    const { rx, ry } = orbit(i);
    const { x, y } = place(i, 1234);
    expect(((x - picture.width / 2) / rx) ** 2 + ((y - picture.height / 2) / ry) ** 2).toBeCloseTo(1, 9);
    expect(rx + planet.size + 6).toBeLessThan(picture.width / 2);
    expect(ry + planet.size + 6).toBeLessThan(picture.height / 2);
    expect(place(i, 1234 + planet.year).x).toBeCloseTo(x, 6);
  });
  // At the March equinox Earth stands at longitude 180. Mean longitudes are off by up to two degrees.
  const earth = place(2, daysOf(Date.UTC(2026, 2, 20, 14, 46)));
  expect(Math.abs(earth.y - picture.height / 2)).toBeLessThan(orbit(2).ry * 0.044);
  expect(earth.x).toBeLessThan(picture.width / 2);
});

test("planets: figures in the unit people think of", () => {
  expect([
    span(23.9, "en"),
    span(5832.5, "en"),
    span(10759 * 24, "en"),
    number(142984, "en"),
    number(57.9, "not a locale!"),
  ]).toEqual(["23.9 hours", "243 days", "29.5 years", "142,984", "57.9"]);
});
