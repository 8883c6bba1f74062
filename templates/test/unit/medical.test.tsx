import type { Progress } from "@chatui/runtime";
import { expect, test } from "vitest";
import { MedicalWidget } from "../../layouts/medical-app/src/MedicalApp.tsx";
import { settled } from "./fake.ts";
import { stage } from "./stage.tsx";

test("reading goes on at the heading of the view that a press brought, and at no other", async () => {
  const doctor = { id: "d", name: "Ada" };
  const callTool = async () => ({
    structuredContent: { doctor, slots: [{ id: "s", formattedTime: "mon, 13 jan, 09:00" }] },
  });
  const { press, say } = await stage(
    <MedicalWidget />,
    { locale: "en", toolOutput: { doctors: [doctor] } },
    { callTool },
  );
  expect(document.activeElement).toBe(document.body);
  await press("See times: Ada");
  expect(document.activeElement?.textContent).toBe("Ada");
  await press("Back");
  expect(document.activeElement?.textContent).toBe("Doctors found");
  await press("See times: Ada");
  expect(document.activeElement?.tagName).toBe("H2");
  await say({ toolOutput: { doctors: [doctor, doctor] } });
  expect(document.activeElement).toBe(document.body);
});

test("the day is chosen before the time, and a tool that takes its time is shown at work", async () => {
  const slots = [
    { id: "a", time: "2025-01-13T12:00:00Z", formattedTime: "segunda-feira, 13 de janeiro de 2025 09:00" },
    { id: "b", time: "2025-01-14T13:00:00Z", formattedTime: "terça-feira, 14 de janeiro de 2025 10:00" },
  ];
  let tell: (progress: Progress) => void = () => {};
  let answer: (result: object) => void = () => {};
  const asked: unknown[] = [];
  const callTool = (name: string, args: unknown, heard: typeof tell) => {
    asked.push(name, args);
    tell = heard;
    return new Promise<object>((resolve) => (answer = resolve));
  };
  const patient = { patientName: "Maria Santos", patientPhone: "11999998888" };
  const { press } = await stage(
    <MedicalWidget />,
    {
      locale: "pt-BR",
      toolInput: patient,
      toolOutput: { slots: [] },
      toolResponseMetadata: { language: "en", doctor: { id: "d", name: "Ada" }, slots },
    },
    { callTool },
  );
  const days = [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  expect(days.map((day) => day.closest("label")?.textContent)).toEqual([
    "Monday, January 13, 2025, 1 timeMon13",
    "Tuesday, January 14, 2025, 1 timeTue14",
  ]);
  const clocks = () => [...document.querySelectorAll(".slot")].map((slot) => slot.textContent);
  expect(clocks()).toEqual(["09:00"]);
  await press("09:00");
  days[1]?.click();
  await settled();
  expect(clocks()).toEqual(["10:00"]);
  expect(document.querySelector("[aria-pressed=true]")).toBeNull();
  await press("10:00");
  await press("Book 10:00");
  expect(asked).toEqual(["schedule_appointment", { doctorId: "d", slotId: "b", ...patient }]);
  const bar = () => document.querySelector("progress");
  expect([bar()?.hasAttribute("value"), document.querySelector("[role=status]")?.textContent]).toEqual([
    false,
    "Booking…",
  ]);
  tell({ progress: 1, total: 4, message: "Asking the surgery…" });
  await settled();
  expect([bar()?.value, document.querySelector("[role=status]")?.textContent]).toEqual([0.25, "Asking the surgery…"]);
  answer({
    structuredContent: {},
    _meta: {
      view: "confirmation",
      appointment: {
        doctor: { name: "Ada" },
        scheduledAt: "2025-01-14T13:00:00Z",
        formattedDate: "terça-feira, 14 de janeiro de 2025 10:00",
        patient: { name: "Maria Santos", phone: "11999998888" },
      },
    },
  });
  await settled();
  expect(bar()).toBeNull();
  expect(document.querySelector("dl")?.textContent).toBe(
    "Date and timeTuesday, January 14, 2025, 10:00PatientMaria SantosPhone•••• 8888ending in 8888",
  );
});
