import { expect, test } from "vitest";
import { MedicalWidget } from "../../layouts/medical-app/src/MedicalApp.tsx";
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
